/** This tab's last decision: an ended subscription is only confirmed if it was cancelled here. */
import { readTabItem, storeTabItem } from '../../browser/session-storage.ts'
import type { CancelDecision } from './cancel-step.ts'

const storageKey = 'cancel-decision'

export const storeDecision = (step: CancelDecision['step']) => storeTabItem(storageKey, step)

export const readLastDecision = () => readTabItem(storageKey)
