export interface HaNode {
  name: string
  port: number
  start(): void
}

export interface HaCluster {
  folder: string
  url: string
  multiHostUrl: string
  findPrimary(): Promise<HaNode | undefined>
  waitForHealth(replicas?: number, timeoutMs?: number): Promise<void>
  killNode(node: HaNode): void
  killPostgres(node: HaNode): void
  killEtcdMember(index: number): void
  restartEtcdMember(index: number): void
  isolate(node: HaNode): void
  heal(node: HaNode): void
  switchover(from: HaNode): Promise<void>
  stop(): Promise<void>
}

export declare const findMissingPrograms: () => string[]
export declare const startHaCluster: () => Promise<HaCluster>
