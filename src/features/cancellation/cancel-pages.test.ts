import { describe, expect, it } from 'vitest'
import {
  type CancelReason,
  cancelReasons,
  type ReaderStep,
  readerSteps,
} from '../../domain/subscription/subscription-steps.ts'
import { cancelPages, getPageForReason, isShownFor } from './cancel-pages.ts'

describe('getPageForReason', () => {
  it.each<[CancelReason, readonly ReaderStep[], string]>([
    ['stories', readerSteps, 'cancellation_stories'],
    ['technical', readerSteps, 'cancellation_technical'],
    ['price', readerSteps, 'offer_confirmation'],
    ['price', ['cancel', 'pause'], 'pause_confirmation'],
    ['price', ['cancel'], 'cancel_confirmation'],
    ['time', readerSteps, 'pause_confirmation'],
    ['time', ['cancel', 'acceptOffer'], 'cancel_confirmation'],
    ['direction', readerSteps, 'cancel_confirmation'],
    ['temporary', readerSteps, 'cancel_confirmation'],
    ['other', readerSteps, 'cancel_confirmation'],
  ])('maps %s with %j to %s', (reason, allowedSteps, screen) => {
    expect(getPageForReason(reason, allowedSteps)).toBe(screen)
  })

  it('never leads to a page without an allowed step', () => {
    for (const reason of cancelReasons) {
      for (const others of [
        [],
        ['pause'],
        ['acceptOffer'],
        ['pause', 'acceptOffer'],
        ['retryPayment'],
      ]) {
        const allowedSteps = ['cancel', ...others] as ReaderStep[]
        expect(allowedSteps).toContain(
          cancelPages[getPageForReason(reason, allowedSteps)].offeredStep,
        )
      }
    }
  })
})

describe('isShownFor', () => {
  const active = { detail: 'active', allowedSteps: ['cancel', 'pause', 'acceptOffer'] } as const
  const offered = { detail: 'active', allowedSteps: ['cancel', 'pause'] } as const
  const cancelled = { detail: 'cancelled', allowedSteps: ['reactivate'] } as const
  const ended = { detail: 'ended', allowedSteps: ['subscribe'] } as const
  const paused = { detail: 'paused', allowedSteps: ['cancel', 'reactivate'] } as const

  it('shows a step only if it is allowed', () => {
    expect(isShownFor('cancel_confirmation', active, null)).toBe(true)
    expect(isShownFor('offer_confirmation', offered, null)).toBe(false)
    for (const screen of ['cancellation_choice', 'pause_confirmation'] as const) {
      expect(isShownFor(screen, cancelled, null)).toBe(false)
      expect(isShownFor(screen, ended, null)).toBe(false)
    }
  })

  it('confirms a cancellation in effect, or a cancellation that has just ended the subscription', () => {
    expect(isShownFor('cancel_complete', cancelled, null)).toBe(true)
    expect(isShownFor('cancel_complete', ended, 'cancel')).toBe(true)
    expect(isShownFor('cancel_complete', ended, null)).toBe(false)
    expect(isShownFor('cancel_complete', active, 'cancel')).toBe(false)
  })

  it('confirms a pause while the pause lasts, and a free month once accepted', () => {
    expect(isShownFor('pause_complete', paused, null)).toBe(true)
    expect(isShownFor('pause_complete', active, 'pause')).toBe(false)
    expect(isShownFor('offer_complete', offered, 'acceptOffer')).toBe(true)
    expect(isShownFor('offer_complete', offered, null)).toBe(false)
    expect(isShownFor('offer_complete', active, 'acceptOffer')).toBe(false)
    expect(isShownFor('offer_complete', paused, 'acceptOffer')).toBe(false)
  })
})

describe('cancelPages', () => {
  it('have distinct addresses', () => {
    const paths = Object.values(cancelPages).map(({ path }) => path)
    expect(new Set(paths).size).toBe(9)
  })
})
