export interface Gate {
  name: string
  passed: boolean
  why: string
}
