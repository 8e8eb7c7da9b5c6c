import { expect } from '@playwright/test'
import { triggerCron } from '../../../scripts/dev/stack/stack-client.ts'
import { readRunningStack } from '../../../scripts/shared/running-stack.ts'

type Email = { readonly subject: string; readonly text: string }

/** Lists emails to this address, oldest first. */
export async function listEmails(to: string): Promise<readonly Email[]> {
  const { inboxUrl } = readRunningStack()
  const response = await fetch(`${inboxUrl}/messages?to=${encodeURIComponent(to)}`)
  return response.json()
}

/** Runs the cron job until this address has an email that matches. Returns the match in the latest email. */
export async function findInEmail(to: string, pattern: RegExp): Promise<string> {
  const find = async () => {
    await triggerCron(readRunningStack())
    const emails = await listEmails(to)
    return emails.flatMap(({ subject, text }) => pattern.exec(`${subject}\n${text}`) ?? []).at(-1)
  }
  let found: string | undefined
  await expect
    .poll(async () => {
      found = await find()
      return found
    })
    .toBeDefined()
  return found!
}
