import { parseArgs } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseBuildEnvironment } from '../../src/content/build-environment.ts'
import {
  CommandError,
  describeFlagError,
  extractHeader,
  runCommand,
  UsageError,
} from './command-error.ts'

const options = { by: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const
const catchFlagError = (...args: string[]) => {
  try {
    parseArgs({ args, options })
  } catch (error) {
    return error
  }
  return null
}

it.each([
  ['--foo', 'Unknown option --foo.'],
  ['--foo=bar', 'Unknown option --foo.'],
  ['-x', 'Unknown option -x.'],
  ['two words', 'Unexpected argument "two words".'],
  ['--dry-run=yes', '--dry-run takes no value.'],
  ['--by', '--by needs a value. If the value begins with "-", write --by=VALUE.'],
])('the error describes the wrong argument %s', (arg, problem) => {
  expect(describeFlagError(catchFlagError(arg))).toBe(problem)
})

it('the error describes an option where a value was expected', () => {
  expect(describeFlagError(catchFlagError('--by', '--dry-run'))).toMatch(/^--by needs a value/)
})

it('an error of any other kind isn’t described as a wrong argument', () => {
  expect(describeFlagError(new Error("Unknown option '--foo'"))).toBeNull()
  expect(describeFlagError(undefined)).toBeNull()
})

it('the usage is read from the comment at the top of a script', () => {
  const source = "/**\n * Does it.\n *\n *     npm run it   once\n */\nimport 'x'\n/** Else. */\n"
  expect(extractHeader(source)).toBe('Does it.\n\n    npm run it   once')
  expect(extractHeader('/** Does it (npm run it). */')).toBe('Does it (npm run it).')
})

describe('a failed command', () => {
  const print = vi.fn()
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(print)
  })
  afterEach(() => {
    process.exitCode = undefined
    print.mockReset()
    vi.restoreAllMocks()
  })
  const run = (error: unknown) =>
    runCommand(async () => {
      throw error
    })

  it.each([
    [1, 'No such file.', new CommandError('No such file.')],
    [2, 'Give a file.', new UsageError('Give a file.')],
  ])('exits with %i and prints only: %s', async (code, message, error) => {
    await run(error)
    expect(print.mock.calls).toEqual([[message]])
    expect(process.exitCode).toBe(code)
  })

  it('prints the usage after a wrong option', async () => {
    const script = process.argv[1]
    process.argv[1] = 'scripts/operate/keys.ts'
    await run(catchFlagError('--foo'))
    process.argv[1] = script!
    expect(print.mock.calls[0]![0]).toMatch(
      /^Unknown option --foo\.\n\nCreates keyrings, [\s\S]+ -- drop/,
    )
    expect(process.exitCode).toBe(2)
  })

  it('names the variables that the build lacks, as the doctor does', async () => {
    await runCommand(async () => {
      parseBuildEnvironment({
        SITE_URL: 'example.com',
        SEALED_BODIES: 's3',
        SEALING_KEYS: '1:a-secret',
      })
    })
    const [[message]] = print.mock.calls as [[string]]
    expect(message).toContain('\n  SITE_URL must be an address, such as https://your.domain\n')
    expect(message).toContain('\n  SEALED_BODIES must be site or r2')
    expect(message).toContain('\n  FIREBASE_PROJECT_ID isn’t set\n')
    expect(message).toContain('\n  SEALING_KEYS is invalid')
    expect(message).not.toContain('a-secret')
    expect(process.exitCode).toBe(1)
  })

  it('prints its stack after a bug', async () => {
    await expect(run(new TypeError('a bug'))).rejects.toThrow('a bug')
  })
})
