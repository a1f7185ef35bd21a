export type Priority = 'low' | 'high' | 3

export interface Page<T> {
  items: T[]
  /** Opaque; absent on the last page. */
  next?: string
}

export interface Ticket {
  id: string
  priority: Priority
  assignee: { name: string; email?: string } | null
  labels: Record<string, boolean>
  position: [x: number, y: number]
  parent?: Ticket
  opened: Date
}

export enum Status {
  Open = 'open',
  Closed = 'closed',
}
