export const EmptyHome = () => <p>…</p>
