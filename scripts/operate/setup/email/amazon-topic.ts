/** The topic by which Amazon SES reports deliveries, bounces and complaints to the site. */
import { z } from 'zod'
import { type Finding, forCheck } from '../run/finding.ts'
import { pollUntil, type SetupContext } from '../run/step.ts'
import { type Amazon, readElements } from './connect-amazon.ts'

/** Environments can share an account, so every name begins with the Worker's. */
const getTopicName = ({ configuration }: SetupContext) => `${configuration().name}-mail`

export const getTopic = (context: SetupContext, { region, account }: Amazon) =>
  `arn:aws:sns:${region}:${account}:${getTopicName(context)}`

/** Lets SES publish. Users with the IAM permission can still change the topic. */
const createPolicy = (topic: string, { account }: Amazon) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { Service: 'ses.amazonaws.com' },
        Action: 'sns:Publish',
        Resource: topic,
        Condition: { StringEquals: { 'AWS:SourceAccount': account } },
      },
    ],
  })

/** The Worker doesn't accept the older signatures (functions/platform/adapters/mail/ses-events.ts). */
const signature = { name: 'SignatureVersion', value: '2' } as const

export async function inspectTopic(context: SetupContext, amazon: Amazon): Promise<Finding> {
  const name = getTopicName(context)
  const check = forCheck(`topic ${name}`)
  const topic = getTopic(context, amazon)
  const found = await amazon.sns.read('GetTopicAttributes', { TopicArn: topic })
  if (found === null) {
    return check.change('create it', async () => {
      await amazon.sns.write('CreateTopic', {
        Name: name,
        'Attributes.entry.1.key': signature.name,
        'Attributes.entry.1.value': signature.value,
        'Attributes.entry.2.key': 'Policy',
        'Attributes.entry.2.value': createPolicy(topic, amazon),
      })
    })
  }
  const entry = found.split('<entry>').find((one) => readElements(one, 'key')[0] === signature.name)
  if (entry && readElements(entry, 'value')[0] === signature.value) return check.ok('exists')
  return check.change('sign its messages with SHA-256', async () => {
    const attribute = { AttributeName: signature.name, AttributeValue: signature.value }
    await amazon.sns.write('SetTopicAttributes', { TopicArn: topic, ...attribute })
  })
}

/** The events that functions/platform/adapters/mail/ses-events.ts handles. */
const events = ['DELIVERY', 'BOUNCE', 'COMPLAINT', 'REJECT', 'RENDERING_FAILURE'] as const

const destinationsSchema = z.object({
  EventDestinations: z
    .array(
      z.object({
        Name: z.string(),
        Enabled: z.boolean().default(false),
        MatchingEventTypes: z.array(z.string()).default([]),
        SnsDestination: z.object({ TopicArn: z.string() }).nullish(),
      }),
    )
    .default([]),
})

/** Emails name their configuration set, and its destination reports their events to the topic. */
export async function inspectConfigurationSet(
  context: SetupContext,
  amazon: Amazon,
  name: string,
): Promise<Finding> {
  const { ses } = amazon
  const check = forCheck(`configuration set ${name}`)
  const path = '/v2/email/configuration-sets'
  const found = await ses.read(`${path}/${name}/event-destinations`, destinationsSchema)
  if (!found) {
    return check.change('create it', () =>
      ses.write('POST', path, { body: { ConfigurationSetName: name } }),
    )
  }
  const topic = getTopic(context, amazon)
  const own = found.EventDestinations.find((one) => one.SnsDestination?.TopicArn === topic)
  const known = own?.MatchingEventTypes ?? []
  if (own?.Enabled && events.every((event) => known.includes(event)))
    return check.ok('reports events to the topic')
  return check.change('report events to the topic', async () => {
    const EventDestination = {
      Enabled: true,
      MatchingEventTypes: [...new Set([...known, ...events])],
      SnsDestination: { TopicArn: topic },
    }
    const destinations = `${path}/${name}/event-destinations`
    if (own) {
      const body = { EventDestination }
      await ses.write('PUT', `${destinations}/${own.Name}`, { body })
    } else {
      const body = { EventDestinationName: 'site', EventDestination }
      await ses.write('POST', destinations, { body })
    }
  })
}

/** Only possible once the site is running, because it has to confirm the subscription. */
export async function inspectSubscription(context: SetupContext, amazon: Amazon): Promise<Finding> {
  const topic = getTopic(context, amazon)
  const endpoint = `${context.settings.require('SITE_URL')}/api/webhooks/mail/ses`
  const check = forCheck('events')
  const isConfirmed = async () => {
    const list = await amazon.sns.read('ListSubscriptionsByTopic', { TopicArn: topic })
    const members = list?.split('<member>').slice(1) ?? []
    return members.some(
      (member) =>
        readElements(member, 'Endpoint')[0] === endpoint &&
        readElements(member, 'SubscriptionArn')[0]?.startsWith('arn:') === true,
    )
  }
  if (await isConfirmed()) return check.ok(`reported to ${endpoint}`)
  // A repeated call makes Amazon send the confirmation again.
  return check.change('subscribe the site to the topic, and wait until it confirms', async () => {
    const subscription = { Protocol: 'https', Endpoint: endpoint, TopicArn: topic }
    await amazon.sns.write('Subscribe', subscription)
    await pollUntil(context, 3, isConfirmed)
  })
}
