import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { createWriteLog, type Fault, startFakeService } from '../testing/fake-service.ts'
import { createTestContext, createTestTerminal } from '../testing/test-context.ts'
import { forCheck } from './finding.ts'
import { runSteps } from './run-steps.ts'
import type { SetupContext, Step } from './step.ts'

const open = z.object({ names: z.array(z.string()) })

/** Starts a service with a list of names. */
async function startNames() {
  const names: string[] = []
  const log = createWriteLog()
  const url = await startFakeService(
    'names',
    {
      'GET /names': () => ({ body: { names } }),
      'POST /names/:name': ({ params: [name = ''] }) => {
        if (name === 'refused')
          return { status: 403, body: { error: 'no permission: key-of-test' } }
        names.push(name)
        return {}
      },
    },
    log,
  )
  return { names, log, url }
}

const connect = (context: SetupContext) =>
  context.connect('cloudflare', { authorize: (request) => request })

const createStep = (
  name: string,
  wanted: readonly string[],
  needs: readonly string[] = [],
): Step => ({
  name,
  title: `the names of ${name}`,
  needs,
  async inspect(context) {
    const service = connect(context)
    const { names } = (await service.read('/names', open))!
    return wanted.map((one) =>
      names.includes(one)
        ? forCheck(one).ok('there')
        : forCheck(one).change('create it', async () => {
            await service.write('POST', `/names/${one}`, {}, z.unknown())
          }),
    )
  },
})

const steps = [createStep('first', ['a', 'b']), createStep('second', ['c'], ['first'])]

async function run(
  site: { url: string },
  mode: 'plan' | 'apply' | 'verify' = 'apply',
  chosen: readonly Step[] = steps,
) {
  const context = createTestContext({ variables: { CLOUDFLARE_API_BASE_URL: site.url } })
  context.secrets.set('KEY', 'key-of-test')
  const terminal = createTestTerminal({})
  const report = await runSteps(chosen, context, { mode, terminal, confirm: async () => true })
  return { outcomes: Object.fromEntries(report.outcomes), output: terminal.output() }
}

describe('a run of steps', () => {
  it('creates what is missing, and changes nothing the second time', async () => {
    const site = await startNames()
    expect((await run(site, 'plan')).outcomes).toEqual({ first: 'todo', second: 'todo' })
    expect(site.log.writes).toEqual([])
    expect((await run(site)).outcomes).toEqual({ first: 'done', second: 'done' })
    expect(site.names).toEqual(['a', 'b', 'c'])
    expect((await run(site, 'verify')).outcomes).toEqual({ first: 'done', second: 'done' })
    await run(site)
    expect(site.log.writes).toHaveLength(3)
  })

  it.each<Fault>([
    { kind: 'lose-answer', write: 2 },
    { kind: 'kill', write: 2 },
  ])('creates nothing twice after $kind', async (fault) => {
    const site = await startNames()
    site.log.fault = fault
    await run(site)
    site.log.fault = null
    site.log.isKilled = false
    expect((await run(site)).outcomes).toEqual({ first: 'done', second: 'done' })
    expect(site.names).toEqual(['a', 'b', 'c'])
  })

  it('continues with independent steps, and prints a refusal without secrets', async () => {
    const site = await startNames()
    const chosen = [
      createStep('first', ['refused']),
      ...[createStep('second', ['c'], ['first'])],
      createStep('third', ['d']),
    ]
    const { outcomes, output } = await run(site, 'apply', chosen)
    expect(outcomes).toEqual({ first: 'failed', second: 'blocked', third: 'done' })
    expect(output).toContain('no permission: [secret]')
  })

  it('names everything that is missing before it changes anything', async () => {
    const site = await startNames()
    const createPreflight = (name: string): Step => ({
      name,
      title: name,
      isPreflight: true,
      inspect: async () => [forCheck(name).person(`open ${name}`, `https://${name}.example/`)],
    })
    const { outcomes, output } = await run(site, 'apply', [
      ...steps,
      createPreflight('x'),
      createPreflight('y'),
    ])
    expect(outcomes).toEqual({ x: 'waiting', y: 'waiting', first: 'blocked', second: 'blocked' })
    expect(output).toContain('https://x.example/')
    expect(output).toContain('https://y.example/')
    expect(site.log.writes).toEqual([])
  })

  it('asks questions, and stores each answer straight away', async () => {
    const folder = createTestFolder()
    const step: Step = {
      name: 'answers',
      title: 'answers',
      async inspect({ settings, secrets }) {
        if (settings.get('COLOUR') && secrets.get('PASSWORD')) return []
        const findMistake = (answer: string) => (answer === 'red' ? 'Not red.' : null)
        return [
          forCheck('answers').person('answer', null, [
            { name: 'COLOUR', text: 'Colour', isSecret: false, findMistake },
            { name: 'PASSWORD', text: 'Password', isSecret: true },
          ]),
        ]
      },
    }
    const context = createTestContext({ folder })
    const terminal = createTestTerminal({ Colour: ['red', 'blue'], Password: ['long-password'] })
    const options = { mode: 'apply', terminal, confirm: async () => true } as const
    expect((await runSteps([step], context, options)).outcomes.get('answers')).toBe('done')
    expect(terminal.output()).toContain('Not red.')
    const again = createTestContext({ folder })
    expect(again.settings.all()).toEqual({ COLOUR: 'blue' })
    expect(again.secrets.get('PASSWORD')).toBe('long-password')
  })
})
