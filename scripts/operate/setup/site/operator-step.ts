/** The first operator, whose account only a person can create. */
import { CommandError } from '../../../shared/command-error.ts'
import { forCheck } from '../run/finding.ts'
import type { SetupContext, Step } from '../run/step.ts'

const getDeskEnvironment = ({ settings, secrets }: SetupContext) => ({
  SITE_URL: settings.require('SITE_URL'),
  FIREBASE_PROJECT_ID: settings.require('FIREBASE_PROJECT_ID'),
  FIREBASE_SERVICE_ACCOUNT: secrets.require('FIREBASE_SERVICE_ACCOUNT'),
  DESK_KEYS: secrets.require('DESK_KEYS'),
})

const runRole = (context: SetupContext, ...args: string[]) =>
  context.run({
    command: 'desk',
    arguments: ['role', ...args],
    environment: getDeskEnvironment(context),
  })

export const operatorStep: Step = {
  name: 'operator',
  title: 'the first operator of the desk',
  needs: ['secrets'],
  async inspect(context) {
    const email = context.settings.require('OPERATOR_EMAIL')
    const url = context.settings.require('SITE_URL')
    const check = forCheck(email)
    const { isDone, output } = await runRole(context, email)
    if (isDone && output.includes('operator')) return [check.ok('is an operator')]
    if (!isDone && !output.includes('Reader not found'))
      throw new CommandError(`desk role: ${output.trim()}`)
    if (!isDone) {
      const text =
        'create an account with this address, and confirm it with the link in the email; then run the same command again'
      return [check.person(text, `${url}/login`)]
    }
    return [
      check.change('make this account an operator', async () => {
        const changed = await runRole(context, email, 'operator')
        if (!changed.isDone) throw new CommandError(`desk role: ${changed.output.trim()}`)
      }),
    ]
  },
}

/** The operator's uid. */
export async function findOperator(context: SetupContext): Promise<string> {
  const { isDone, output } = await runRole(context, context.settings.require('OPERATOR_EMAIL'))
  const uid = /^([\w-]{1,128}): /m.exec(output)?.[1]
  if (!isDone || uid === undefined) throw new CommandError(`desk role: ${output.trim()}`)
  return uid
}
