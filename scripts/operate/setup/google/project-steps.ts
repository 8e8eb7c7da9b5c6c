/** Google's login, and the project with billing and its APIs. */
import { z } from 'zod'
import { site } from '../../../../src/publication/identity.ts'
import { getSettingsPath } from '../../../build/deploy-environment.ts'
import { type Finding, forCheck, PersonError } from '../run/finding.ts'
import { type Service, ServiceError } from '../run/service.ts'
import type { SetupContext, Step } from '../run/step.ts'
import { connectGoogle, readIfAllowed, runOperation } from './connect-google.ts'

const consoleUrl = 'https://console.cloud.google.com'
const billing = '/cloudbilling.googleapis.com/v1'
const firebase = '/firebase.googleapis.com/v1beta1'
const manager = '/cloudresourcemanager.googleapis.com/v1'
const usage = '/serviceusage.googleapis.com/v1'

const apis = [
  'firestore',
  'firebaserules',
  'identitytoolkit',
  'securetoken',
  'iam',
  'apikeys',
  'cloudresourcemanager',
  'cloudbilling',
  'recaptchaenterprise',
].map((name) => `${name}.googleapis.com`)

const billingAccountsSchema = z.object({
  billingAccounts: z
    .array(
      z.object({
        name: z.string(),
        displayName: z.string().default(''),
        open: z.boolean().default(false),
      }),
    )
    .default([]),
})

async function findBillingAccount({ settings }: SetupContext, google: Service): Promise<Finding> {
  const check = forCheck('billing')
  const link = `${consoleUrl}/billing/create`
  const list = await readIfAllowed(google, `${billing}/billingAccounts`, billingAccountsSchema)
  const open = list?.billingAccounts.filter((account) => account.open) ?? []
  if (open.length === 0)
    return check.person(
      'create a billing account, which the database needs and which requires a payment card',
      link,
    )
  const stored = settings.get('BILLING_ACCOUNT')
  const account = open.length === 1 ? open[0] : open.find(({ name }) => name === stored)
  if (account) {
    settings.set('BILLING_ACCOUNT', account.name)
    return check.ok(account.displayName || account.name)
  }
  const names = open.map(({ name, displayName }) => `${displayName}: ${name}`).join(', ')
  const findMistake = (answer: string) =>
    open.some(({ name }) => name === answer)
      ? null
      : 'Type one of the account names, with “billingAccounts/”.'
  const question = {
    name: 'BILLING_ACCOUNT',
    text: 'The billing account',
    isSecret: false,
    findMistake,
  }
  return check.person(`choose the billing account: ${names}`, null, [question])
}

export const googleLoginStep: Step = {
  name: 'google-login',
  title: 'the Google login and billing',
  isPreflight: true,
  async inspect(context) {
    const google = await connectGoogle(context)
    return [await findBillingAccount(context, google)]
  },
}

const projectSchema = z.object({
  projectId: z.string(),
  lifecycleState: z.string().default('ACTIVE'),
})
const billingInfoSchema = z.object({ billingEnabled: z.boolean().default(false) })
const servicesSchema = z.object({
  services: z.array(z.object({ config: z.object({ name: z.string() }) })).default([]),
})

async function createProject(context: SetupContext, google: Service, projectId: string) {
  try {
    // Google allows 4 to 30 characters.
    const body = { projectId, name: site.name.slice(0, 30) }
    await runOperation(context, google, 'POST', `${manager}/projects`, body)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 409) throw error
    throw new ServiceError(
      `the project ID ${projectId} is taken, or this login has no access to it. To choose another, remove FIREBASE_PROJECT_ID from ${getSettingsPath(context.environment)}`,
      409,
      error.code,
    )
  }
}

async function addFirebase(context: SetupContext, google: Service, projectId: string) {
  try {
    await runOperation(context, google, 'POST', `${firebase}/projects/${projectId}:addFirebase`, {})
  } catch (error) {
    // Source: firebase-tools, which explains this refusal in the same way.
    if (
      !(error instanceof ServiceError) ||
      error.status !== 403 ||
      !/tos not accepted/i.test(error.message)
    )
      throw error
    throw new PersonError(
      'accept Firebase’s terms by opening its console once',
      'https://console.firebase.google.com',
    )
  }
}

export const googleProjectStep: Step = {
  name: 'google-project',
  title: 'the Firebase project with billing and APIs',
  needs: ['google-login'],
  async inspect(context) {
    const google = await connectGoogle(context)
    const { settings } = context
    const id = settings.require('FIREBASE_PROJECT_ID')
    const project = await readIfAllowed(google, `${manager}/projects/${id}`, projectSchema)
    if (!project)
      return [
        forCheck(`project ${id}`).change('create it', () => createProject(context, google, id)),
      ]
    if (project.lifecycleState !== 'ACTIVE') {
      const link = `${consoleUrl}/cloud-resource-manager`
      return [forCheck(`project ${id}`).person('the project is being deleted: restore it', link)]
    }
    const findings: Finding[] = [forCheck(`project ${id}`).ok('exists')]
    const info = await google.read(`${billing}/projects/${id}/billingInfo`, billingInfoSchema)
    const account = settings.require('BILLING_ACCOUNT')
    findings.push(
      info?.billingEnabled
        ? forCheck('billing').ok('on')
        : forCheck('billing').change(`turn billing on, with ${account}`, async () => {
            const body = { billingAccountName: account }
            await google.write('PUT', `${billing}/projects/${id}/billingInfo`, { body })
          }),
    )
    const enabled = await google.read(
      `${usage}/projects/${id}/services?filter=state:ENABLED&pageSize=200`,
      servicesSchema,
    )
    const names = enabled?.services.map(({ config }) => config.name) ?? []
    const missing = apis.filter((api) => !names.includes(api))
    findings.push(
      missing.length === 0
        ? forCheck('APIs').ok(`${apis.length} enabled`)
        : forCheck('APIs').change(`enable ${missing.join(', ')}`, () =>
            runOperation(context, google, 'POST', `${usage}/projects/${id}/services:batchEnable`, {
              serviceIds: missing,
            }),
          ),
    )
    const isFirebase = await readIfAllowed(google, `${firebase}/projects/${id}`)
    findings.push(
      isFirebase
        ? forCheck('Firebase').ok('added')
        : forCheck('Firebase').change('add Firebase to the project', () =>
            addFirebase(context, google, id),
          ),
    )
    return findings
  },
}
