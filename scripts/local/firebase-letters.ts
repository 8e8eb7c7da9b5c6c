/**
 * Letters that Firebase Auth would send itself: its emulator sends none, and keeps what would stand
 * in them. Their links lead where those of a live project do (README, "Going live"), and not to the
 * emulator's own pages.
 */
import { z } from 'zod'

const codesSchema = z.object({
  oobCodes: z.array(z.object({ email: z.string(), requestType: z.string(), oobLink: z.url() })),
})

export type FirebaseLetter = { readonly to: string; readonly kind: string; readonly link: string }

/** Oldest first; none where the emulator gives no answer. */
export async function firebaseLetters(
  authUrl: string,
  projectId: string,
  siteUrl: string,
): Promise<readonly FirebaseLetter[]> {
  const answer = await fetch(`${authUrl}/emulator/v1/projects/${projectId}/oobCodes`)
    .then((response) => response.json())
    .catch(() => null)
  const codes = codesSchema.safeParse(answer)
  if (!codes.success) return []
  return codes.data.oobCodes.map(({ email, requestType, oobLink }) => ({
    to: email,
    kind: requestType,
    link: `${siteUrl}/magic${new URL(oobLink).search}`,
  }))
}
