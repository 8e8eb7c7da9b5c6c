/**
 * Counts how far somebody has come who leaves: each stage once, however often its page is looked at
 * again, until they have left or stayed. After that it begins anew.
 */
import { track } from '../../browser/analytics.ts'
import { forgetCounted, noteCounted, wasCounted } from '../../browser/visit.ts'
import type { LeavingScreen } from './leaving-pages.ts'

const stages = ['Cancel Started', 'Cancel Selected', 'Pause Selected'] as const
type Stage = (typeof stages)[number]

export function countStage(stage: Stage) {
  if (wasCounted(stage)) return
  noteCounted(stage)
  track(stage, {})
}

/** Of a page that has something to do. */
export function countLeavingPage(screen: LeavingScreen) {
  if (screen === 'pause_confirmation') return countStage('Pause Selected')
  countStage('Cancel Started')
  if (screen === 'cancel_confirmation') countStage('Cancel Selected')
}

/** The reader has decided, and the server knows. */
export function countDecision(step: 'cancel' | 'pause' | 'takeOffer') {
  if (step === 'cancel') {
    countStage('Cancel Selected')
    track('Cancel Confirmed', {})
  }
  if (step === 'takeOffer') track('Offer Confirmed', {})
  for (const stage of stages) forgetCounted(stage)
}
