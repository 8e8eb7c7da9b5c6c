/**
 * When the text is sent to the server, as a pure state machine. “Saved” means that the server has all of it; nothing is
 * sent over another editor's text.
 */

/** Milliseconds of a pause after which the text is sent. */
export const savePause = 5000

/** Milliseconds after which it is sent even while somebody keeps typing. */
export const longestWait = 30_000

/** Milliseconds before each retry; the last repeats. */
const retryDelays = [2000, 5000, 10_000, 30_000] as const

export type SavingProblem =
  /** No answer arrives. */
  | 'offline'
  /** The server says that it can't at the moment. */
  | 'unavailable'
  | 'signedOut'
  /** Somebody else has saved a newer version. */
  | 'outdated'
  /** The server doesn't accept the text, as if it's too long. */
  | 'refused'

export type Saving = {
  /** Counts changes of the text since it was opened. */
  readonly changes: number
  /** How many of them the server has. */
  readonly stored: number
  /** How many of them the running call contains. Null without a call. */
  readonly sending: number | null
  /** How many had been made when the first unsent one was: when it was made, in milliseconds. */
  readonly unsentSince: number | null
  readonly revision: number
  readonly base: string | null
  readonly problem: SavingProblem | null
  /** Failed calls since the last answer. */
  readonly failures: number
}

export type SavingEvent =
  | { readonly kind: 'changed'; readonly at: number }
  /** The text is again what the server has. */
  | { readonly kind: 'reverted' }
  /** The wait is over, or the person wants it now. */
  | { readonly kind: 'due' }
  | { readonly kind: 'stored'; readonly revision: number }
  | { readonly kind: 'failed'; readonly problem: SavingProblem }
  /** The network or the person is back. */
  | { readonly kind: 'resumed' }
  /** The text now continues another state of the server. `isStored`: it's the text of that state. */
  | {
      readonly kind: 'rebased'
      readonly revision: number
      readonly base: string | null
      readonly isStored: boolean
    }

export type SavingEffect =
  | { readonly kind: 'send' }
  /** Replaces an earlier wait. */
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

/** What only the person can end. */
const needsPerson = (problem: SavingProblem | null) =>
  problem === 'signedOut' || problem === 'outdated'

export const hasUnsaved = ({ changes, stored }: Saving) => changes > stored

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
      // A retry is due by its own delay: typing doesn't put it off.
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
      // The text may be another one from now on: it counts as a change.
      const changes = saving.changes + 1
      const stored = isStored ? changes : saving.stored
      return send({ ...startSaving(revision, base), changes, stored })
    }
  }
}

export type SavingStatus = 'saved' | 'saving' | 'unsaved' | SavingProblem

export function readSavingStatus(saving: Saving): SavingStatus {
  if (!hasUnsaved(saving)) return 'saved'
  if (saving.problem) return saving.problem
  return saving.sending === null ? 'unsaved' : 'saving'
}
