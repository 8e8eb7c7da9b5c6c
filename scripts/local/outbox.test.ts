import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startOutbox } from './outbox.ts'
import { freePort } from './ports.ts'

let folder: string
let url: string
let outbox: Awaited<ReturnType<typeof startOutbox>>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outbox-'))
  const port = await freePort(18_025)
  url = `http://127.0.0.1:${port}`
  outbox = await startOutbox(port, join(folder, 'mail.ndjson'))
})
afterEach(async () => {
  await outbox.stop()
  rmSync(folder, { recursive: true })
})

const send = (mail: unknown) =>
  fetch(`${url}/messages`, { method: 'POST', body: JSON.stringify(mail) })
const mail = { from: 'desk@example.com', to: 'reader@example.com', subject: 'A <b>', text: 'Hello' }

describe('the outbox', () => {
  it('shows the letters that Firebase would send, without believing them either', async () => {
    expect(await (await fetch(url)).text()).toContain('None has been asked for yet.')
    outbox.setFirebaseLetters(async () => [
      { to: '<i>@example.com', kind: 'PASSWORD_RESET', link: 'http://127.0.0.1/a?b=1&c="' },
    ])
    const shown = await (await fetch(url)).text()
    expect(shown).toContain('PASSWORD_RESET')
    expect(shown).toContain('href="http://127.0.0.1/a?b=1&#38;c=&#34;"')
    expect(shown).not.toContain('<i>')
  })

  it('keeps mails and shows them without believing their markup', async () => {
    expect((await send(mail)).status).toBe(202)
    expect(await (await fetch(`${url}/messages`)).json()).toMatchObject([mail])
    const page = await (await fetch(url)).text()
    expect(page).toContain('A &#60;b&#62;')
    expect(page).not.toContain('<b>')
  })

  it('refuses a mail without an address', async () => {
    expect((await send({ ...mail, to: undefined })).status).toBe(400)
    expect(await (await fetch(`${url}/messages`)).json()).toEqual([])
  })

  it('passes a wish to rebuild on, and says when nobody listens yet', async () => {
    expect((await fetch(`${url}/rebuild`, { method: 'POST' })).status).toBe(503)
    let rebuilt = 0
    outbox.setRebuild(async () => {
      rebuilt++
    })
    expect((await fetch(`${url}/rebuild`, { method: 'POST' })).status).toBe(200)
    expect(rebuilt).toBe(1)
  })
})
