/** Runs steps: inspects, applies and inspects again. `plan` and `verify` only read. */
import { CommandError } from '../../../shared/command-error.ts'
import {
  type Change,
  type Finding,
  forCheck,
  formatFinding,
  PersonError,
  type PersonFinding,
} from './finding.ts'
import { ServiceError } from './service.ts'
import { formatSetupCommand, type SetupContext, type Step } from './step.ts'
import { MissingValueError } from './stored-values.ts'

export type Terminal = {
  print(line: string): void
  /** Null if nobody can answer. */
  ask(question: string, options: { readonly isSecret: boolean }): Promise<string | null>
}

export type Mode = 'plan' | 'apply' | 'verify'

export type RunOptions = {
  readonly mode: Mode
  readonly terminal: Terminal
  /** Called before the first change; nothing is changed if the result is false. */
  readonly confirm?: () => Promise<boolean>
}

/** Waiting means that a person has to do something first. */
type StepOutcome = 'done' | 'todo' | 'waiting' | 'failed' | 'blocked'

export type Report = {
  readonly outcomes: ReadonlyMap<string, StepOutcome>
  readonly findings: readonly Finding[]
}

/** Ends a step that always finds another change. */
const maxRounds = 12

/** The finding is about the step or the change that `subject` names. */
function describeError(error: unknown, subject: string): Finding {
  const check = forCheck(subject)
  if (error instanceof MissingValueError) return check.skipped(error.message)
  if (error instanceof PersonError) return check.person(error.message, error.link)
  // Anything else is a bug.
  if (!(error instanceof CommandError)) throw error
  return check.problem(
    error.message,
    'Fix the cause, then run the same command again: setup continues with this step.',
  )
}

async function inspectStep(step: Step, context: SetupContext): Promise<readonly Finding[]> {
  try {
    return await step.inspect(context)
  } catch (error) {
    return [describeError(error, step.name)]
  }
}

function judge(findings: readonly Finding[]): StepOutcome {
  const has = (status: Finding['status']) => findings.some((finding) => finding.status === status)
  if (has('problem')) return 'failed'
  if (has('person')) return 'waiting'
  if (has('change')) return 'todo'
  return has('skipped') ? 'blocked' : 'done'
}

/** Returns a finding unless the change was made or its response was lost; the next inspection shows which. */
async function applyChange(change: Change): Promise<Finding | null> {
  try {
    await change.apply()
    return null
  } catch (error) {
    if (error instanceof ServiceError && error.status === 0) return null
    return describeError(error, change.check)
  }
}

/** Returns whether every question has an answer. */
async function askQuestions(
  { questions }: PersonFinding,
  context: SetupContext,
  { terminal }: RunOptions,
): Promise<boolean> {
  for (const { name, text, isSecret, findMistake, convert, suggestion } of questions) {
    for (;;) {
      const usual = suggestion?.()
      const typed = await terminal.ask(usual === undefined ? `${text}: ` : `${text} [${usual}]: `, {
        isSecret,
      })
      if (typed === null) return false
      const answer = typed.trim() || usual || ''
      const mistake = answer === '' ? 'Type an answer.' : (findMistake?.(answer) ?? null)
      if (mistake === null) {
        const values = isSecret ? context.secrets : context.settings
        values.set(name, convert ? convert(answer) : answer)
        break
      }
      terminal.print(mistake)
    }
  }
  return questions.length > 0
}

const isChange = (finding: Finding) => finding.status === 'change'
const isPerson = (finding: Finding) => finding.status === 'person'

async function applyStep(
  step: Step,
  context: SetupContext,
  options: RunOptions,
  print: (finding: Finding) => void,
): Promise<readonly Finding[]> {
  const tries = new Map<string, number>()
  for (let round = 0; round < maxRounds; round++) {
    const findings = await inspectStep(step, context)
    let hasAnswered = false
    for (const finding of findings.filter(isPerson)) {
      if (finding.questions.length > 0) print({ ...finding, questions: [] })
      if (await askQuestions(finding, context, options)) hasAnswered = true
    }
    if (hasAnswered) continue
    const changes = findings.filter(isChange)
    if (changes.length === 0) return findings
    // A change that is still found after it was made twice isn't made a third time.
    const stuck = changes.find(({ check, message }) => (tries.get(check + message) ?? 0) >= 2)
    if (stuck) {
      const remedy =
        'Run the same command again in a few minutes: some services are slow to show a change.'
      return [
        ...findings,
        forCheck(stuck.check).problem(
          'was changed, but the service doesn’t show the change yet',
          remedy,
        ),
      ]
    }
    if (!(await options.confirm?.())) {
      return [...findings, forCheck(step.title).person('not confirmed, so nothing was changed')]
    }
    for (const change of changes) {
      print(change)
      const key = change.check + change.message
      tries.set(key, (tries.get(key) ?? 0) + 1)
      const failure = await applyChange(change)
      if (failure) return [...findings.filter((finding) => !isChange(finding)), failure]
    }
  }
  const remedy =
    'Run the same command again. If the step doesn’t finish then either, report this as a bug.'
  return [forCheck(step.title).problem(`isn’t finished after ${maxRounds} rounds`, remedy)]
}

export async function runSteps(
  steps: readonly Step[],
  context: SetupContext,
  options: RunOptions,
): Promise<Report> {
  const outcomes = new Map<string, StepOutcome>()
  const all: Finding[] = []
  const print = (line: string) => options.terminal.print(context.secrets.redact(line))
  const printFinding = (finding: Finding) => print(formatFinding(finding))
  const isReady = (name: string) =>
    outcomes.get(name) === 'done' || !steps.some((step) => step.name === name)
  const preflightSteps = steps.filter(({ isPreflight }) => isPreflight)
  for (const step of [...preflightSteps, ...steps.filter(({ isPreflight }) => !isPreflight)]) {
    const isStopped =
      options.mode === 'apply' &&
      !step.isPreflight &&
      !preflightSteps.every(({ name }) => isReady(name))
    const missing = (step.needs ?? []).filter((name) => !isReady(name))
    print(`\n${step.name}: ${step.title}`)
    if (isStopped || (options.mode === 'apply' && missing.length > 0)) {
      outcomes.set(step.name, 'blocked')
      print(`blocked    waits for ${isStopped ? 'the preflight' : missing.join(', ')}`)
      continue
    }
    const findings =
      options.mode === 'apply'
        ? await applyStep(step, context, options, printFinding)
        : await inspectStep(step, context)
    const shown = findings.map(describeFor(options.mode, step, context, missing))
    for (const finding of shown) printFinding(finding)
    all.push(...shown)
    outcomes.set(step.name, judge(shown))
  }
  return { outcomes, findings: all }
}

/** A plan can't inspect what earlier steps haven't created yet. For `verify`, anything left to do is a problem. */
const describeFor =
  (mode: Mode, { name, isPreflight }: Step, context: SetupContext, missing: readonly string[]) =>
  (finding: Finding): Finding => {
    const check = forCheck(finding.check)
    if (mode === 'plan' && !isPreflight && missing.length > 0 && finding.check === name) {
      return check.skipped(`waits for ${missing.join(', ')}`)
    }
    if (mode !== 'verify' || (finding.status !== 'change' && finding.status !== 'person'))
      return finding
    return check.problem(
      `to do: ${finding.message}`,
      `Run: ${formatSetupCommand(context, `--only ${name}`)}`,
    )
  }
