/**
 * A pure state machine that decides when the text is sent to the server. “Saved” means that the server has stored all
 * of it; no other user's text is overwritten.
 */

/** Milliseconds without typing after which the text is sent. */
export const savePause = 5000

/** Milliseconds after which the text is sent even if the user keeps typing. */
export const longestWait = 30_000

/** Milliseconds before each retry; the last delay repeats. */
const retryDelays = [2000, 5000, 10_000, 30_000] as const

export type SavingProblem =
  /** No response arrives. */
  | 'offline'
  /** The server is temporarily unavailable. */
  | 'unavailable'
  | 'signedOut'
  /** Another user has saved a newer version. */
  | 'outdated'
  /** The server rejects the text, for example because it's too long. */
  | 'refused'

export type Saving = {
  /** Counts changes of the text since it was opened. */
  readonly changes: number
  /** The number of changes that the server has stored. */
  readonly stored: number
  /** The number of changes in the running request; null if none is running. */
  readonly sending: number | null
  /** When the first unsent change was made, in milliseconds. */
  readonly unsentSince: number | null
  readonly revision: number
  readonly base: string | null
  readonly problem: SavingProblem | null
  /** The number of requests that have failed since the last success. */
  readonly failures: number
}

export type SavingEvent =
  | { readonly kind: 'changed'; readonly at: number }
  /** The text is again the one that the server has stored. */
  | { readonly kind: 'reverted' }
  /** The wait is over, or the user wants to save now. */
  | { readonly kind: 'due' }
  | { readonly kind: 'stored'; readonly revision: number }
  | { readonly kind: 'failed'; readonly problem: SavingProblem }
  /** The network is back, or the user has logged in again. */
  | { readonly kind: 'resumed' }
  /** The text is now based on another state of the server. `isStored`: the text is the one in that state. */
  | {
      readonly kind: 'rebased'
      readonly revision: number
      readonly base: string | null
      readonly isStored: boolean
    }

export type SavingEffect =
  | { readonly kind: 'send' }
  /** Starts a wait in place of any earlier one. */
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'askToLogIn' }
  | { readonly kind: 'compare' }

export type SavingStep = { readonly saving: Saving; readonly effect: SavingEffect | null }

export const startSaving = (revision: number, base: string | null): Saving => ({
  changes: 0,
  stored: 0,
  sending: null,
  unsentSince: null,
  revision,
  base,
  problem: null,
  failures: 0,
})

const countStored = ({ changes }: Saving) => ({ changes, stored: changes })

/** Returns whether only the user can solve the problem. */
const needsPerson = (problem: SavingProblem | null) =>
  problem === 'signedOut' || problem === 'outdated'

export const hasUnsaved = ({ changes, stored }: Saving) => changes > stored

const isNew = ({ revision, base }: Saving) => revision === 0 && base === null

const stay = (saving: Saving): SavingStep => ({ saving, effect: null })

function send(saving: Saving): SavingStep {
  const { changes, sending, problem } = saving
  if (!hasUnsaved(saving) || sending !== null || needsPerson(problem)) return stay(saving)
  return { saving: { ...saving, sending: changes }, effect: { kind: 'send' } }
}

function waitToSend(saving: Saving, milliseconds: number): SavingStep {
  const { sending, problem } = saving
  if (!hasUnsaved(saving) || sending !== null || needsPerson(problem)) return stay(saving)
  return { saving, effect: { kind: 'wait', milliseconds } }
}

export function stepSaving(saving: Saving, event: SavingEvent): SavingStep {
  switch (event.kind) {
    case 'changed': {
      const unsentSince = saving.unsentSince ?? event.at
      const left = Math.max(0, unsentSince + longestWait - event.at)
      const changed = { ...saving, changes: saving.changes + 1, unsentSince }
      const { failures } = saving
      // Typing doesn't postpone a retry, which has its own delay.
      return failures > 0 ? stay(changed) : waitToSend(changed, Math.min(savePause, left))
    }
    case 'reverted':
      return stay(
        saving.sending === null
          ? { ...startSaving(saving.revision, saving.base), ...countStored(saving) }
          : saving,
      )
    case 'due':
      return send(saving)
    case 'stored': {
      const stored = saving.sending ?? saving.stored
      const { revision } = event
      return waitToSend(
        {
          ...saving,
          stored,
          revision,
          sending: null,
          unsentSince: null,
          problem: null,
          failures: 0,
        },
        savePause,
      )
    }
    case 'failed': {
      const { problem } = event
      const failures = saving.failures + 1
      const failed: Saving = { ...saving, sending: null, problem, failures }
      if (problem === 'signedOut') return { saving: failed, effect: { kind: 'askToLogIn' } }
      if (problem === 'outdated') return { saving: failed, effect: { kind: 'compare' } }
      const delay = retryDelays[Math.min(saving.failures, retryDelays.length - 1)]!
      return waitToSend(failed, delay)
    }
    case 'resumed':
      return send(
        saving.problem === 'outdated' ? saving : { ...saving, problem: null, failures: 0 },
      )
    case 'rebased': {
      const { revision, base, isStored } = event
      // The text may be different from now on, so this counts as a change.
      const changes = saving.changes + 1
      const stored = isStored ? changes : saving.stored
      return send({ ...startSaving(revision, base), changes, stored })
    }
  }
}

/** `new`: nobody has saved this document, and the user hasn't changed anything yet. */
export type SavingStatus = 'new' | 'saved' | 'saving' | 'unsaved' | SavingProblem

export function readSavingStatus(saving: Saving): SavingStatus {
  if (!hasUnsaved(saving)) return isNew(saving) ? 'new' : 'saved'
  if (saving.problem) return saving.problem
  return saving.sending === null ? 'unsaved' : 'saving'
}
