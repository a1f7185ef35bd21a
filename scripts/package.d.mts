export const packDist: (destination: string) => Promise<string>
