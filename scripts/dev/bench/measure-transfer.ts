import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Kind } from './targets.ts'

/**
 * Returns the bytes transferred: pages are compressed for each response, other text once, pictures and fonts already.
 */
export function measureTransfer(kind: Kind, body: Buffer): number {
  if (kind === 'document') return gzipSync(body).length
  if (kind === 'font' || kind === 'image') return body.length
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  return brotliCompressSync(body, { params }).length
}
