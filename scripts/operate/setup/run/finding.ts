/** Findings of the checks and of the steps of `setup`. Findings never contain a secret's value. */

import { CommandError } from '../../../shared/command-error.ts'

/** Thrown by a change that only works after a person has done something. */
export class PersonError extends CommandError {
  readonly link: string
  constructor(message: string, link: string) {
    super(message)
    this.link = link
  }
}

/** A value that a person types in. A secret isn't shown, and is stored encrypted. */
export type Question = {
  readonly name: string
  readonly text: string
  readonly isSecret: boolean
  /** Describes a wrong answer; null if it's right. */
  readonly findMistake?: (answer: string) => string | null
  /** Returns the value to store, if it isn't the answer itself. */
  readonly convert?: (answer: string) => string
  /** The answer to an empty line, which may depend on earlier answers. */
  readonly suggestion?: () => string | undefined
}

export const askYesOrLater = (name: string, text: string): Question => ({
  name,
  text: `${text}: yes, or later`,
  isSecret: false,
  suggestion: () => 'yes',
  findMistake: (answer) => (['yes', 'later'].includes(answer) ? null : 'Type yes or later.'),
})

export type Finding =
  | { readonly status: 'ok'; readonly check: string; readonly message: string }
  | {
      /** A problem prevents a deploy; a warning needs a decision. */
      readonly status: 'problem' | 'warning'
      readonly check: string
      readonly message: string
      readonly remedy: string
    }
  | { readonly status: 'skipped'; readonly check: string; readonly reason: string }
  | {
      /** A change that `setup` makes. `apply` may run again after an interruption. */
      readonly status: 'change'
      readonly check: string
      readonly message: string
      readonly apply: () => Promise<unknown>
    }
  | {
      /** A task that only a person can do. `setup` asks the questions, or stops if there are none. */
      readonly status: 'person'
      readonly check: string
      readonly message: string
      readonly link: string | null
      readonly questions: readonly Question[]
    }

export type Change = Extract<Finding, { status: 'change' }>
export type PersonFinding = Extract<Finding, { status: 'person' }>

export function forCheck(check: string) {
  const withRemedy =
    (status: 'problem' | 'warning') =>
    (message: string, remedy: string): Finding => ({ status, check, message, remedy })
  return {
    ok: (message: string): Finding => ({ status: 'ok', check, message }),
    problem: withRemedy('problem'),
    warning: withRemedy('warning'),
    skipped: (reason: string): Finding => ({ status: 'skipped', check, reason }),
    change: (message: string, apply: () => Promise<unknown>): Finding => ({
      status: 'change',
      check,
      message,
      apply,
    }),
    person: (
      message: string,
      link: string | null = null,
      questions: readonly Question[] = [],
    ): Finding => ({
      status: 'person',
      check,
      message,
      link,
      questions,
    }),
  }
}

/** The result of an external check, or the reason why there isn't one. */
export type ProbeResult<Value> =
  | { readonly isKnown: true; readonly value: Value }
  | { readonly isKnown: false; readonly reason: string }

const labels: Readonly<Record<Finding['status'], string>> = {
  ok: 'ok',
  problem: 'problem',
  warning: 'warning',
  skipped: 'skipped',
  change: 'to do',
  person: 'yours',
}

export function formatFinding(finding: Finding): string {
  const head = `${labels[finding.status].padEnd(10)} ${finding.check}: `
  const addNext = (text: string) => `\n${' '.repeat(11)}→ ${text}`
  switch (finding.status) {
    case 'ok':
    case 'change':
      return head + finding.message
    case 'problem':
    case 'warning':
      return `${head}${finding.message}${addNext(finding.remedy)}`
    case 'person':
      return [
        head + finding.message,
        ...(finding.link ? [addNext(finding.link)] : []),
        ...finding.questions.map(({ text }) => addNext(`asks: ${text}`)),
      ].join('')
    case 'skipped':
      return head + finding.reason
  }
}
