/**
 * Amazon SES: the senders' domains with their DNS records, configuration sets, the topic of their events, and a user for
 * the Worker that can only send. Sources: the references of SES v2, SNS and IAM.
 */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { parseJson } from '../../../../src/domain/parse-json.ts'
import { site } from '../../../../src/publication/identity.ts'
import { newsletter } from '../../../../src/publication/newsletter.ts'
import { type DnsRecord, planRecords } from '../cloudflare/dns-records.ts'
import { type Finding, forCheck, type Question } from '../run/finding.ts'
import { isRefusal, ServiceError } from '../run/service.ts'
import { pollUntil, type SetupContext } from '../run/step.ts'
import {
  getTopic,
  inspectConfigurationSet,
  inspectSubscription,
  inspectTopic,
} from './amazon-topic.ts'
import {
  type Amazon,
  amazonKeyPattern,
  connectAmazon,
  isRefused,
  readElements,
} from './connect-amazon.ts'
import { checkSenders, inspectVariables, isReady, listSenders } from './senders.ts'

const keyQuestion: Question = {
  name: 'AMAZON_KEY',
  text: 'The access key, as “key ID:secret:region”, with the region to send from, such as eu-west-1',
  isSecret: true,
  findMistake: (answer) =>
    amazonKeyPattern.test(answer)
      ? null
      : 'Type the key’s ID, its secret and the region, with colons between them.',
}

const askForKey = (message: string): Finding =>
  forCheck('Amazon').person(message, 'https://console.aws.amazon.com/iam/home#/users/create', [
    keyQuestion,
  ])

/** IAM has answered before, so a host that doesn't respond is in a region without Amazon SES. */
function returnNoResponse(error: unknown): ServiceError {
  if (error instanceof ServiceError && error.status === 0) return error
  throw error
}

const policies = 'AmazonSESFullAccess, AmazonSNSFullAccess and IAMFullAccess'

export async function inspectAmazonAccount(context: SetupContext): Promise<readonly Finding[]> {
  if (!context.secrets.get('AMAZON_KEY')) {
    const text = `create a user for setup with the policies ${policies}, and an access key for it`
    return [askForKey(text)]
  }
  try {
    const amazon = await connectAmazon(context)
    const { account, region } = amazon
    const settings = await amazon.ses.read('/v2/email/account').catch(returnNoResponse)
    if (settings instanceof ServiceError)
      return [
        askForKey(`${region} isn’t responding: type the key again with a region of Amazon SES`),
      ]
    await inspectTopic(context, amazon)
    return [forCheck('Amazon').ok(`account ${account}, ${region}`)]
  } catch (error) {
    if (!isRefused(error)) throw error
    return [
      askForKey(
        `Amazon refuses the key (${error.message}): type the key of a user who has the policies ${policies}`,
      ),
    ]
  }
}

const accountSchema = z.object({
  ProductionAccessEnabled: z.boolean().default(false),
  SendingEnabled: z.boolean().default(true),
  Details: z
    .object({ ReviewDetails: z.object({ Status: z.string().default('') }).nullish() })
    .nullish(),
})

/** A new account may only send to addresses that it has verified. */
async function inspectSandbox({ settings }: SetupContext, { ses, region }: Amazon) {
  const check = forCheck('Amazon’s sandbox')
  const link = `https://${region}.console.aws.amazon.com/ses/home?region=${region}#/account`
  const account = await ses.read('/v2/email/account', accountSchema)
  if (account?.SendingEnabled === false)
    return check.person(
      'Amazon has paused the account’s sending: find out why, then run the same command again',
      link,
    )
  if (account?.ProductionAccessEnabled) return check.ok('left')
  const status = account?.Details?.ReviewDetails?.Status ?? ''
  if (status === 'PENDING') {
    const text =
      'Amazon is reviewing the account, usually within a day: run the same command again after that'
    return check.person(text, link)
  }
  // After FAILED, which is an error inside Amazon, the request is sent again.
  if (status === 'DENIED')
    return check.person(
      'Amazon has denied the request to send to any address: reply to its support case, then run the same command again',
      link,
    )
  return check.change('ask Amazon for permission to send to any address', async () => {
    const address = settings.require('SITE_URL')
    const body = {
      MailType: 'MARKETING',
      WebsiteURL: address,
      ContactLanguage: 'EN',
      UseCaseDescription: `${site.name} (${address}) sends emails about accounts and purchases, and ${newsletter.name} to readers who have confirmed their address. Every issue has a link that unsubscribes with one click. Bounces and complaints are reported by SNS, and those addresses get no more emails.`,
      ProductionAccessEnabled: true,
    }
    await ses.write('POST', '/v2/email/account/details', { body })
  })
}

const identitySchema = z.object({
  VerifiedForSendingStatus: z.boolean().default(false),
  DkimAttributes: z
    .object({
      Status: z.string().default(''),
      Tokens: z.array(z.string()).default([]),
      SigningAttributesOrigin: z.string().default(''),
      SigningHostedZone: z.string().default('dkim.amazonses.com'),
    })
    .nullish(),
  MailFromAttributes: z
    .object({
      MailFromDomain: z.string().default(''),
      MailFromDomainStatus: z.string().default(''),
    })
    .nullish(),
})
type Identity = z.infer<typeof identitySchema>

/** A domain with its own DKIM key (EXTERNAL) has no tokens: its owner manages that key's record. */
function listRecords(
  domain: string,
  { DkimAttributes, MailFromAttributes }: Identity,
  region: string,
) {
  const { Tokens = [], SigningAttributesOrigin, SigningHostedZone } = DkimAttributes ?? {}
  const from = MailFromAttributes?.MailFromDomain ?? ''
  const tokens = SigningAttributesOrigin === 'EXTERNAL' ? [] : Tokens
  return [
    ...tokens.map(
      (token): DnsRecord => ({
        type: 'CNAME',
        name: `${token}._domainkey.${domain}`,
        content: `${token}.${SigningHostedZone}`,
      }),
    ),
    { type: 'MX', name: from, content: `feedback-smtp.${region}.amazonses.com`, priority: 10 },
    { type: 'TXT', name: from, content: 'v=spf1 include:amazonses.com ~all' },
    { type: 'TXT', name: `_dmarc.${domain}`, content: 'v=DMARC1; p=none' },
  ] as const satisfies readonly DnsRecord[]
}

const isVerified = ({ VerifiedForSendingStatus, MailFromAttributes }: Identity) =>
  VerifiedForSendingStatus && MailFromAttributes?.MailFromDomainStatus === 'SUCCESS'

async function inspectDomain(context: SetupContext, { ses, region }: Amazon, domain: string) {
  const check = forCheck(`domain ${domain}`)
  const path = `/v2/email/identities/${domain}`
  const found = await ses.read(path, identitySchema)
  if (!found) {
    return [
      check.change('add it to Amazon', () =>
        ses.write('POST', '/v2/email/identities', { body: { EmailIdentity: domain } }),
      ),
    ]
  }
  if (!found.MailFromAttributes?.MailFromDomain) {
    const from = `bounces.${domain}`
    return [
      check.change(`receive bounces at ${from}`, async () => {
        const body = { MailFromDomain: from, BehaviorOnMxFailure: 'USE_DEFAULT_VALUE' }
        await ses.write('PUT', `${path}/mail-from`, { body })
      }),
    ]
  }
  const records = await planRecords(context, listRecords(domain, found, region), isVerified(found))
  if (isVerified(found)) return [check.ok('verified'), ...records]
  if (!records.every(({ status }) => status === 'ok')) return records
  // Amazon checks the records by itself.
  const wait = check.change('wait until Amazon has verified its DNS records', () =>
    pollUntil(context, 10, async () => {
      const now = await ses.read(path, identitySchema)
      return now !== null && isVerified(now)
    }),
  )
  return [...records, wait]
}

const policyName = 'send'
const sendingPolicy = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['ses:SendEmail', 'ses:SendBulkEmail'], Resource: '*' }],
}

/** IAM returns a policy's document URL-encoded. */
const isSendingPolicy = (xml: string) =>
  isDeepStrictEqual(
    parseJson(decodeURIComponent(readElements(xml, 'PolicyDocument')[0] ?? '')),
    sendingPolicy,
  )

/** The Worker's key until all values are known. */
const sendingName = 'AMAZON_SENDING_KEY'
/** The keys before one is created, so that a key whose response was lost can be recognised. */
const pendingName = 'AMAZON_KEYS_BEFORE'

/** Returns the Worker's key once it exists. */
async function inspectUser(
  { configuration, secrets }: SetupContext,
  { iam, region }: Amazon,
): Promise<{ readonly finding: Finding; readonly key: string | null }> {
  const user = { UserName: `${configuration().name}-mail` }
  const check = forCheck(`user ${user.UserName}`)
  const change = (message: string, apply: () => Promise<unknown>) => ({
    finding: check.change(message, apply),
    key: null,
  })
  const list = (await iam.read('GetUser', user)) && (await iam.read('ListAccessKeys', user))
  if (list === null) return change('create it', () => iam.write('CreateUser', user))
  const policy = { ...user, PolicyName: policyName }
  if (!isSendingPolicy((await iam.read('GetUserPolicy', policy)) ?? '')) {
    const document = { ...policy, PolicyDocument: JSON.stringify(sendingPolicy) }
    return change(`set its policy “${policyName}”, which only allows sending emails`, () =>
      iam.write('PutUserPolicy', document),
    )
  }
  const ids = readElements(list, 'AccessKeyId')
  const found = [secrets.get('MAIL_KEY'), secrets.get(sendingName)]
    .map((one) => one?.split(':') ?? [])
    .find(([id = '']) => ids.includes(id))
  // The stored key may name the region that emails were sent from before.
  if (found) return { finding: check.ok('can send'), key: `${found[0]}:${found[1]}:${region}` }
  const before = secrets.get(pendingName)?.split(',')
  const lost = before && ids.find((id) => !before.includes(id))
  if (lost) {
    const old = { ...user, AccessKeyId: lost }
    const remove = () => iam.write('DeleteAccessKey', old)
    return change('delete the key whose secret was lost', remove)
  }
  return change('create its key', async () => {
    secrets.set(pendingName, ids.join())
    const created = await iam.write('CreateAccessKey', user).catch((error: unknown) => {
      // A refusal has created no key, so a later one isn't taken for it.
      if (isRefusal(error)) secrets.remove(pendingName)
      throw error
    })
    const [id] = readElements(created, 'AccessKeyId')
    const [secret] = readElements(created, 'SecretAccessKey')
    secrets.set(sendingName, `${id}:${secret}:${region}`)
    secrets.remove(pendingName)
  })
}

export async function inspectAmazon(context: SetupContext): Promise<readonly Finding[]> {
  const senders = listSenders(context)
  const amazon = await connectAmazon(context)
  const findings: Finding[] = [...checkSenders(senders), await inspectSandbox(context, amazon)]
  for (const { domain } of senders) findings.push(...(await inspectDomain(context, amazon, domain)))
  findings.push(await inspectTopic(context, amazon))
  const { name } = context.configuration()
  const streams = { account: `${name}-account`, weekly: `${name}-weekly` }
  // A destination needs the topic.
  if (findings.at(-1)?.status === 'ok') {
    for (const set of Object.values(streams))
      findings.push(await inspectConfigurationSet(context, amazon, set))
  }
  const { finding, key } = await inspectUser(context, amazon)
  findings.push(finding)
  if (!isReady(findings) || key === null) return findings
  const keys = {
    MAIL_KEY: key,
    WEEKLY_MAIL_KEY: key,
    WEEKLY_MAIL_EVENTS: getTopic(context, amazon),
  }
  return [...findings, inspectVariables(context, 'ses', senders, keys, streams)]
}

export const inspectAmazonEvents = async (context: SetupContext): Promise<readonly Finding[]> => [
  await inspectSubscription(context, await connectAmazon(context)),
]
