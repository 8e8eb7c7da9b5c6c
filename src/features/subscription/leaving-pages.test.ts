import { describe, expect, it } from 'vitest'
import { type ReaderStep, readerSteps } from '../../domain/subscription-steps.ts'
import { belongsTo, leadsTo, leavingPages, type Reason, reasons } from './leaving-pages.ts'

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

describe('belongsTo', () => {
  const active = {
    detail: 'active',
    may: ['cancel', 'pause', 'takeOffer'],
    freeUntil: null,
  } as const
  const free = {
    ...active,
    may: ['cancel', 'pause'],
    freeUntil: '2027-01-01T00:00:00.000Z',
  } as const
  const cancelled = { detail: 'cancelled', may: ['reactivate'], freeUntil: null } as const
  const ended = { detail: 'ended', may: ['subscribe'], freeUntil: null } as const

  it('shows a step only where it is possible', () => {
    expect(belongsTo('cancel_confirmation', active, null)).toBe(true)
    expect(belongsTo('offer_confirmation', free, null)).toBe(false)
    for (const screen of ['cancellation_choice', 'pause_confirmation'] as const) {
      expect(belongsTo(screen, cancelled, null)).toBe(false)
      expect(belongsTo(screen, ended, null)).toBe(false)
    }
  })

  it('confirms a cancellation while it holds, or to a reader who has just ended their subscription', () => {
    expect(belongsTo('cancel_complete', cancelled, null)).toBe(true)
    expect(belongsTo('cancel_complete', ended, 'cancel')).toBe(true)
    expect(belongsTo('cancel_complete', ended, null)).toBe(false)
    expect(belongsTo('cancel_complete', active, 'cancel')).toBe(false)
  })

  it('confirms a pause and the free month while they last', () => {
    const paused = { detail: 'paused', may: ['cancel', 'reactivate'], freeUntil: null } as const
    expect(belongsTo('pause_complete', paused, null)).toBe(true)
    expect(belongsTo('pause_complete', active, 'pause')).toBe(false)
    expect(belongsTo('offer_complete', free, null)).toBe(true)
    expect(belongsTo('offer_complete', active, 'takeOffer')).toBe(false)
  })
})

describe('the pages', () => {
  it('have an address each', () => {
    const paths = Object.values(leavingPages).map(({ path }) => path)
    expect(new Set(paths).size).toBe(9)
  })
})
