/** Amazon's interfaces, whose requests are signed (SigV4). SNS and IAM answer in XML, of which a few values are read. */
import { AwsClient } from 'aws4fetch'
import { z } from 'zod'
import { CommandError } from '../../../shared/command-error.ts'
import { type Service, ServiceError } from '../run/service.ts'
import type { SetupContext } from '../run/step.ts'

/** The texts of all elements of this name. None of the values that we read contains an escaped character. */
export const readElements = (xml: string, name: string): readonly string[] =>
  xml
    .split(`<${name}>`)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('<')))

const failureSchema = z.union([
  z.object({ message: z.string() }),
  z.object({ Message: z.string() }).transform(({ Message }) => ({ message: Message })),
])

function describeFailure(body: unknown) {
  if (typeof body !== 'string') {
    const message = failureSchema.safeParse(body).data?.message
    return message === undefined ? null : { code: '', message }
  }
  const [code = ''] = readElements(body, 'Code')
  const [message = ''] = readElements(body, 'Message')
  return code === '' ? null : { code, message }
}

/** An interface with “actions”, whose version is a date. */
type AmazonQuery = {
  /** Null if the resource doesn't exist. */
  read(action: string, parameters?: Readonly<Record<string, string>>): Promise<string | null>
  write(action: string, parameters: Readonly<Record<string, string>>): Promise<string>
}

function createQuery(service: Service, version: string): AmazonQuery {
  const encode = (action: string, parameters: Readonly<Record<string, string>>) =>
    new URLSearchParams({ Action: action, Version: version, ...parameters })
  return {
    read: (action, parameters = {}) => service.read(`/?${encode(action, parameters)}`, z.string()),
    write: (action, parameters) =>
      service.write('POST', '/', { body: encode(action, parameters) }, z.string()),
  }
}

export type Amazon = {
  readonly region: string
  /** The account's number, which is part of every ARN. */
  readonly account: string
  readonly ses: Service
  readonly sns: AmazonQuery
  readonly iam: AmazonQuery
}

/** `MAIL_KEY` has the same form. */
export const amazonKeyPattern = /^[A-Z0-9]{16,64}:[A-Za-z0-9/+=]{20,80}:[a-z]{2}[a-z0-9-]{3,20}$/

/** Throws a ServiceError with status 403 if Amazon refuses the key. */
export async function connectAmazon(context: SetupContext): Promise<Amazon> {
  const key = context.secrets.require('AMAZON_KEY')
  const [accessKeyId = '', secretAccessKey = '', region = ''] = key.split(':')
  const connect = (name: 'ses' | 'sns' | 'iam', url: string, signedRegion = region) => {
    const credentials = { accessKeyId, secretAccessKey, region: signedRegion }
    const client = new AwsClient({ ...credentials, service: name, retries: 0 })
    return context.connect(name, {
      url,
      describeFailure,
      authorize: (request) => client.sign(request, { signal: request.signal }),
    })
  }
  // IAM is the same in every region.
  const iam = createQuery(connect('iam', 'https://iam.amazonaws.com', 'us-east-1'), '2010-05-08')
  const [arn = ''] = readElements((await iam.read('GetUser')) ?? '', 'Arn')
  const account = arn.split(':')[4]
  if (!account) throw new CommandError('iam: GetUser doesn’t name the account.')
  return {
    region,
    account,
    ses: connect('ses', `https://email.${region}.amazonaws.com`),
    sns: createQuery(connect('sns', `https://sns.${region}.amazonaws.com`), '2010-03-31'),
    iam,
  }
}

export const isRefused = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.status === 403
