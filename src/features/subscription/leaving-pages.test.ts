import { describe, expect, it } from 'vitest'
import { type ReaderStep, readerSteps } from '../../domain/subscription-steps.ts'
import { leadsTo, leavingPages, type Reason, reasons } from './leaving-pages.ts'

const everyReason = Object.keys(reasons) as Reason[]

describe('leadsTo', () => {
  it.each<[Reason, readonly ReaderStep[], string]>([
    ['stories', readerSteps, 'cancellation_stories'],
    ['technical', readerSteps, 'cancellation_technical'],
    ['price', readerSteps, 'offer_confirmation'],
    ['price', ['cancel', 'pause'], 'pause_confirmation'],
    ['price', ['cancel'], 'cancel_confirmation'],
    ['time', readerSteps, 'pause_confirmation'],
    ['time', ['cancel', 'takeOffer'], 'cancel_confirmation'],
    ['direction', readerSteps, 'cancel_confirmation'],
    ['temporary', readerSteps, 'cancel_confirmation'],
    ['other', readerSteps, 'cancel_confirmation'],
  ])('leads from %s with %j to %s', (reason, may, screen) => {
    expect(leadsTo(reason, may)).toBe(screen)
  })

  it('leads nobody who may cancel to a page that has nothing for them', () => {
    for (const reason of everyReason) {
      for (const others of [[], ['pause'], ['takeOffer'], ['pause', 'takeOffer'], ['mend']]) {
        const may = ['cancel', ...others] as ReaderStep[]
        expect(may).toContain(leavingPages[leadsTo(reason, may)].does)
      }
    }
  })
})

describe('the pages', () => {
  it('have an address each', () => {
    const paths = Object.values(leavingPages).map(({ path }) => path)
    expect(new Set(paths).size).toBe(9)
  })
})
