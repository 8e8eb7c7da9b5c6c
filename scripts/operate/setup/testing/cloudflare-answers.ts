/** The envelope of Cloudflare's answers. */
import type { FakeAnswer } from './fake-service.ts'

export const succeed = (result: unknown): FakeAnswer => ({
  body: { success: true, errors: [], result },
})
export const fail = (status: number, code: number, message: string): FakeAnswer => ({
  status,
  body: { success: false, errors: [{ code, message }], result: null },
})
