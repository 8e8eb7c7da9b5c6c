import { createHash } from 'node:crypto'

/** Returns the hash of an inline script as a source for the content security policy. */
export const hashScript = (script: string) =>
  `sha256-${createHash('sha256').update(script).digest('base64')}` as const
