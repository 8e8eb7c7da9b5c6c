import { describe, expect, it } from 'vitest'
import {
  doesFailureCount,
  findExcess,
  isLargeDomain,
  largeDomain,
  largeDomainComplaints,
  maxFailuresPerDomain,
  minJudgedComplaints,
  minJudgedEmails,
} from './breaker.ts'

it.each([
  [1000, { hardBounces: 20, complaints: 0 }, null],
  [1000, { hardBounces: 21, complaints: 0 }, 'hardBounces'],
  [50_000, { hardBounces: 0, complaints: 50 }, null],
  [50_000, { hardBounces: 0, complaints: 51 }, 'complaints'],
  [1000, { hardBounces: 0, complaints: minJudgedComplaints - 1 }, null],
  [1000, { hardBounces: 0, complaints: minJudgedComplaints }, 'complaints'],
  [minJudgedEmails - 1, { hardBounces: 400, complaints: 400 }, null],
  [minJudgedEmails, { hardBounces: 400, complaints: 0 }, 'hardBounces'],
])('of %d emails with %j: %s', (accepted, failures, expected) => {
  expect(findExcess(accepted, failures)).toBe(expected)
})

describe('a domain', () => {
  it.each([
    [largeDomain.recipients - 1, 200, false],
    [largeDomain.recipients, 5000, true],
    [100, 5001, false],
    [40_000, 100_000, true],
  ])('with %d of %d recipients is large: %s', (recipients, audience, expected) => {
    expect(isLargeDomain(recipients, audience)).toBe(expected)
  })

  it.each([
    ['hardBounces', 10, maxFailuresPerDomain.hardBounces - 1, true],
    ['hardBounces', 10, maxFailuresPerDomain.hardBounces, false],
    ['hardBounces', 500, 300, true],
    ['complaints', 10, maxFailuresPerDomain.complaints - 1, true],
    ['complaints', 10, maxFailuresPerDomain.complaints, false],
    ['complaints', 500, 500 * largeDomainComplaints - 1, true],
    ['complaints', 500, 500 * largeDomainComplaints, false],
  ] as const)(
    'with %s: of %d recipients %d failed, another one counts: %s',
    (kind, recipients, failures, counts) => {
      const domain = { recipients, hardBounces: 0, complaints: 0, [kind]: failures }
      expect(doesFailureCount(domain, kind, 1000)).toBe(counts)
    },
  )
})
