/**
 * Emails that Firebase Auth sends itself in production. Its emulator only stores their codes. Links
 * point to the site, as set up in scripts/operate/going-live.md.
 */
import { z } from 'zod'

const codesSchema = z.object({
  oobCodes: z.array(z.object({ email: z.string(), requestType: z.string(), oobLink: z.url() })),
})

export type AuthEmail = { readonly to: string; readonly kind: string; readonly link: string }

/** Lists the oldest emails first; none if the emulator doesn't answer. */
export async function listAuthEmails(
  authUrl: string,
  projectId: string,
  siteUrl: string,
): Promise<readonly AuthEmail[]> {
  const codeList = await fetch(`${authUrl}/emulator/v1/projects/${projectId}/oobCodes`)
    .then((response) => response.json())
    .catch(() => null)
  const codes = codesSchema.safeParse(codeList)
  if (!codes.success) return []
  return codes.data.oobCodes.map(({ email, requestType, oobLink }) => ({
    to: email,
    kind: requestType,
    link: `${siteUrl}/magic${new URL(oobLink).search}`,
  }))
}
