import { describe, expect, it } from 'vitest'
import { type ImportedGrant, isClaimable, mergeImportedGrant } from './imported-grant.ts'

const now = new Date('2026-11-23T10:00:00Z')
const grant = (until: string, changes: Partial<ImportedGrant> = {}): ImportedGrant => ({
  until: new Date(until),
  source: 'ghost',
  importedAt: now,
  importedBy: 'Ama',
  claimedAt: null,
  uid: null,
  ...changes,
})

describe('an imported grant', () => {
  it('is stored, and replaced only by one that ends later', () => {
    const stored = grant('2027-01-31T00:00:00Z')
    expect(mergeImportedGrant(null, stored)).toBe(stored)
    const later = grant('2027-02-28T00:00:00Z', { source: 'substack' })
    expect(mergeImportedGrant(stored, later)).toBe(later)
    expect(mergeImportedGrant(later, stored)).toBeNull()
    expect(mergeImportedGrant(stored, { ...stored, importedAt: new Date(0) })).toBeNull()
  })

  it('stays as it is once it is claimed', () => {
    const claimed = grant('2027-01-31T00:00:00Z', { claimedAt: now, uid: 'reader' })
    expect(mergeImportedGrant(claimed, grant('2030-01-31T00:00:00Z'))).toBeNull()
  })

  it('can be claimed once, and before it ends', () => {
    expect(isClaimable(grant('2026-11-23T10:00:01Z'), now)).toBe(true)
    expect(isClaimable(grant('2026-11-23T10:00:00Z'), now)).toBe(false)
    expect(isClaimable(grant('2030-01-01T00:00:00Z', { claimedAt: now }), now)).toBe(false)
  })
})
