import { execa } from 'execa'
import type { Environment } from '../../../shared/operator-environment.ts'
import { createService } from './service.ts'
import type { Program, ProgramResult, SetupContext } from './step.ts'
import { serviceAddresses } from './step.ts'
import { readEnvironmentConfiguration } from './worker-configuration.ts'

const scripts: Readonly<Record<Exclude<Program['command'], 'gh'>, string>> = {
  build: 'scripts/build/build-site.ts',
  deploy: 'scripts/operate/deploy.ts',
  desk: 'scripts/desk/desk.ts',
}

/** Secrets are passed in the child's environment, which other users can't read, never in its arguments. */
export async function runProgram(program: Program): Promise<ProgramResult> {
  const [file, ...first] =
    program.command === 'gh'
      ? (['gh'] as const)
      : ([process.execPath, scripts[program.command]] as const)
  // The exit code of a program that isn't installed is undefined.
  const { exitCode, all } = await execa(file, [...first, ...program.arguments], {
    all: true,
    reject: false,
    input: program.input ?? '',
    env: program.environment,
  })
  return { isDone: exitCode === 0, output: all ?? '' }
}

type ContextParts = Omit<SetupContext, 'configuration' | 'connect'> & {
  /** Contains the addresses of fakes. */
  readonly variables: Environment
}

export function createContext({ variables, ...parts }: ContextParts): SetupContext {
  return {
    ...parts,
    configuration: () => readEnvironmentConfiguration(parts.environment, parts.settings.all()),
    connect(name, options) {
      const { variable, url } = serviceAddresses[name]
      return createService({
        url,
        name,
        ...options,
        ...(variables[variable] ? { url: variables[variable] } : {}),
      })
    },
  }
}
