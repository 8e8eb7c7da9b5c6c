/**
 * Guesses the site's address. Since version 4, Ghost writes `__GHOST_URL__` instead, but pictures of older posts and
 * links between posts often contain the address.
 */
import { z } from 'zod'

const textsSchema = z.object({
  slug: z.string().catch(''),
  html: z.string().catch(''),
  feature_image: z.string().catch(''),
  profile_image: z.string().catch(''),
  cover_image: z.string().catch(''),
  /** Value of a setting, such as the logo. */
  value: z.string().catch(''),
})

/** Ghost's own host, which serves the content that comes with every installation. */
const ghostHost = /(^|\.)ghost\.(org|io)$/

export function guessGhostSite(tables: Readonly<Record<string, unknown>>): string | null {
  const rows = ['posts', 'users', 'settings'].flatMap((name) => {
    const table = tables[name]
    return (Array.isArray(table) ? table : []).flatMap(
      (row: unknown) => textsSchema.safeParse(row).data ?? [],
    )
  })
  const slugs = new Set(rows.map(({ slug }) => slug).filter(Boolean))
  const counts = new Map<string, number>()
  const count = (origin: string) => {
    if (!ghostHost.test(URL.parse(origin)?.hostname ?? '')) {
      counts.set(origin, (counts.get(origin) ?? 0) + 1)
    }
  }
  for (const { slug: _, ...texts } of rows) {
    for (const text of Object.values(texts)) {
      for (const [, origin] of text.matchAll(
        /(https?:\/\/[a-z0-9.:-]{1,200})\/content\/(?:images|media|files)\//g,
      ))
        count(origin!)
      for (const [, origin, slug] of text.matchAll(
        /(https?:\/\/[a-z0-9.:-]{1,200})\/([a-z0-9-]{1,191})\/?["?#]/g,
      ))
        if (slugs.has(slug!)) count(origin!)
    }
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null
}
