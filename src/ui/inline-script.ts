import { createHash } from 'node:crypto'

/** The source of an inline script for a content security policy, which is written before the script is. */
export const hashScript = (script: string) =>
  `sha256-${createHash('sha256').update(script).digest('base64')}` as const
