/** Counts each stage once, until the reader has cancelled or decided otherwise. */
import { track } from '../../browser/analytics.ts'
import { clearCounted, recordCounted, wasCounted } from '../../browser/visit-events.ts'
import type { CancelPageName } from './cancel-pages.ts'

const stages = ['Cancel Started', 'Cancel Selected', 'Pause Selected'] as const
type Stage = (typeof stages)[number]

function trackStage(stage: Stage) {
  if (wasCounted(stage)) return
  recordCounted(stage)
  track(stage, {})
}

export function trackCancelPage(page: CancelPageName) {
  if (page === 'pause_confirmation') return trackStage('Pause Selected')
  trackStage('Cancel Started')
  if (page === 'cancel_confirmation') trackStage('Cancel Selected')
}

/** Counts a decision that the server has accepted. */
export function trackDecision(step: 'cancel' | 'pause' | 'acceptOffer') {
  if (step === 'cancel') {
    trackStage('Cancel Selected')
    track('Cancel Confirmed', {})
  }
  if (step === 'acceptOffer') track('Offer Confirmed', {})
  for (const stage of stages) clearCounted(stage)
}
