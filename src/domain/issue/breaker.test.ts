import { describe, expect, it } from 'vitest'
import {
  doesFailureCount,
  findExcess,
  isLargeDomain,
  largeDomain,
  maxFailuresPerDomain,
  minJudgedComplaints,
  minJudgedEmails,
} from './breaker.ts'

it.each([
  [1000, { hardBounces: 20, complaints: 0 }, null],
  [1000, { hardBounces: 21, complaints: 0 }, 'hardBounces'],
  [20_000, { hardBounces: 0, complaints: 20 }, null],
  [20_000, { hardBounces: 0, complaints: 21 }, 'complaints'],
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
    [10, maxFailuresPerDomain - 1, true],
    [10, maxFailuresPerDomain, false],
    [500, 300, true],
  ])(
    'with %d recipients and %d failures counts for another: %s',
    (recipients, failures, counts) => {
      const domain = { recipients, hardBounces: failures, complaints: 0 }
      expect(doesFailureCount(domain, 'hardBounces', 1000)).toBe(counts)
    },
  )
})
