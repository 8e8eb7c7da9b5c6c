/** Removes the staging environment. Never touches the live one: every name has to be staging's. */
import { z } from 'zod'
import { CommandError } from '../../shared/command-error.ts'
import { connectCloudflare } from './cloudflare/connect-cloudflare.ts'
import { findResource, listResources } from './cloudflare/resources-step.ts'
import { type Finding, forCheck } from './run/finding.ts'
import { ServiceError } from './run/service.ts'
import { getDomain, type SetupContext, type Step } from './run/step.ts'

function assertStaging({ environment }: SetupContext, name: string) {
  if (environment === 'staging' && name.includes('staging')) return
  throw new CommandError(`${name} doesn’t belong to staging. Only staging can be removed.`)
}

const domainsSchema = z.array(
  z.object({ id: z.string(), hostname: z.string(), service: z.string() }),
)

const workerStep: Step = {
  name: 'remove-worker',
  title: 'the Worker and its domain',
  async inspect(context) {
    const { name } = context.configuration()
    assertStaging(context, name)
    const cloudflare = connectCloudflare(context)
    const findings: Finding[] = []
    const domains = await cloudflare.read(
      `workers/domains?hostname=${getDomain(context.settings)}`,
      domainsSchema,
    )
    for (const { id, hostname } of domains?.filter(({ service }) => service === name) ?? []) {
      findings.push(
        forCheck(hostname).change('detach the domain', () =>
          cloudflare.write('DELETE', `workers/domains/${id}`, undefined),
        ),
      )
    }
    if (await cloudflare.read(`workers/scripts/${name}/settings`)) {
      findings.push(
        forCheck(name).change('delete the Worker, with its Durable Objects', () =>
          cloudflare.write('DELETE', `workers/scripts/${name}?force=true`, undefined),
        ),
      )
    }
    return findings.length > 0 ? findings : [forCheck(name).ok('removed')]
  },
}

const resourcesStep: Step = {
  name: 'remove-resources',
  title: 'buckets, queues and the statistics database',
  needs: ['remove-worker'],
  async inspect(context) {
    const cloudflare = connectCloudflare(context)
    const findings: Finding[] = []
    for (const resource of listResources(context)) {
      assertStaging(context, resource.name)
      const check = forCheck(`${resource.kind} ${resource.name}`)
      const id = await findResource(cloudflare, resource)
      findings.push(
        id === null
          ? check.ok('removed')
          : check.change('delete it', async () => {
              try {
                await cloudflare.write('DELETE', `${resource.collection}/${id}`, undefined)
              } catch (error) {
                if (
                  !(error instanceof ServiceError) ||
                  resource.kind !== 'bucket' ||
                  error.status !== 409
                )
                  throw error
                throw new CommandError(
                  `${resource.name} isn’t empty. Empty it in Cloudflare’s dashboard, then run the same command again.`,
                )
              }
            }),
      )
    }
    return findings
  },
}

export const afterRemovalStep: Step = {
  name: 'remove-the-rest',
  title: 'tasks that are left for you',
  needs: ['remove-resources'],
  async inspect(context) {
    const project = context.settings.get('FIREBASE_PROJECT_ID')
    const link = `https://console.firebase.google.com/project/${project}/settings/general`
    const text = `delete the Firebase project ${project} if nothing else uses it, and everything named “${context.configuration().name}” at the email service; then delete .setup.staging.json and .local/setup/staging.recovery`
    return [forCheck('Firebase').person(text, link)]
  },
}

export const removeSteps: readonly Step[] = [workerStep, resourcesStep, afterRemovalStep]
