/**
 * Divides free slots between tenants: each slot goes to the tenant with the fewest runs in progress, and among equals to
 * the tenant whose turn comes first. Tenants are given in the order of their turns.
 */
import type { TenantShare } from '../store/runs/queue.js'

export const shareSlots = (
  freeSlots: number,
  tenants: readonly string[],
  runningByTenant: ReadonlyMap<string, number>,
  maxRunning: number,
): TenantShare[] => {
  const shares = tenants.map((tenant_id) => ({
    tenant_id,
    slots: 0,
    running: runningByTenant.get(tenant_id) ?? 0,
  }))
  for (let slot = 0; slot < freeSlots; slot++) {
    const next = findLeastRunning(shares)
    if (next === undefined || next.running >= maxRunning) break
    next.slots++
    next.running++
  }
  return shares.filter(({ slots }) => slots > 0).map(({ tenant_id, slots }) => ({ tenant_id, slots }))
}

const findLeastRunning = <T extends { running: number }>(shares: readonly T[]): T | undefined =>
  shares.reduce<T | undefined>(
    (least, share) => (least === undefined || share.running < least.running ? share : least),
    undefined,
  )
