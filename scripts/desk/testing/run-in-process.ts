/** Runs the desk in the test's own process, which saves starting one for each command. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { format } from 'node:util'
import { operatorEnvironment } from '../../shared/operator-environment.ts'
import { runDesk } from '../run-desk.ts'

export type DeskOutput = { out: string; errors: string }

const output = new AsyncLocalStorage<DeskOutput>()

let runs = 0
let restore = () => {}

/** Keeps the output of each run apart, even if several run together with the same environment. */
function capture(environment: Readonly<Record<string, string>>) {
  const { log, error } = console
  const directory = process.cwd()
  const outside = Object.keys(environment).map((name) => [name, operatorEnvironment[name]] as const)
  console.log = (...args) => print('out', args)
  console.error = (...args) => print('errors', args)
  Object.assign(operatorEnvironment, environment)
  restore = () => {
    Object.assign(console, { log, error })
    // Importing modules changes the working directory.
    process.chdir(directory)
    for (const [name, value] of outside) {
      if (value === undefined) Reflect.deleteProperty(operatorEnvironment, name)
      else Object.assign(operatorEnvironment, { [name]: value })
    }
  }
}

function print(to: keyof DeskOutput, args: readonly unknown[]) {
  output.getStore()![to] += `${format(...args)}\n`
}

type ProcessResult = DeskOutput & { readonly code: number }

export const runDeskInProcess = (
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<ProcessResult> => runInProcess(environment, () => runDesk(args))

export async function runInProcess(
  environment: Readonly<Record<string, string>>,
  run: () => Promise<number>,
): Promise<ProcessResult> {
  const printed: DeskOutput = { out: '', errors: '' }
  if (runs++ === 0) capture(environment)
  try {
    const code = await output.run(printed, run)
    return { code, ...printed }
  } finally {
    if (--runs === 0) restore()
  }
}
