/** The Worker in one process, with staff, their browsers and access keys. */
import { expect } from 'vitest'
import type { StaffRole } from '../../../src/domain/staff/staff.ts'
import { type Browser, ReaderHarness } from '../../testing/reader-harness.ts'

export class StaffHarness extends ReaderHarness {
  addStaff(uid: string, role: StaffRole | null): Promise<Browser> {
    return this.addReader(uid, { role })
  }

  async createKey({ send }: Browser, name = 'A laptop'): Promise<string> {
    const created = await send('POST', '/api/desk/keys', { name })
    expect(created.status).toBe(200)
    return ((await created.json()) as { key: string }).key
  }

  /** Sends a request with an access key, as the command line does. */
  async callWithKey(key: string, method: string, path: string, content?: object) {
    const response = await this.request(path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(content ? { body: JSON.stringify(content) } : {}),
    })
    // Simulates a lost response.
    if (this.faultError) throw this.faultError
    return response
  }

  async listKeys({ send }: Browser) {
    const response = await send('GET', '/api/desk/keys')
    return ((await response.json()) as { keys: { id: string; name: string }[] }).keys
  }

  async getFirstKeyId(browser: Browser): Promise<string> {
    return (await this.listKeys(browser))[0]!.id
  }

  async listActs() {
    const acts = await this.queryAll({ collection: 'acts', orderBy: 'at' })
    return acts.map(({ fields: { at: _, expiresAt: __, ...act } }) => act)
  }

  readRole = async (uid: string) => (await this.readFields(`users/${uid}`))?.role

  /** Confirms a request that was refused to the command line, at the address in the refusal. */
  async confirm({ send }: Browser, refused: Response): Promise<Response> {
    const { error } = (await refused.json()) as { error: { code: string; page: string } }
    expect([refused.status, error.code]).toEqual([403, 'confirmation_required'])
    const token = new URL(error.page, 'https://a.example').searchParams.get('confirm')
    return send('POST', '/api/desk/confirmation', { token })
  }
}
