import { z } from 'zod'

export const navigationEvents = {
  'Category Navbar Used': z
    .object({ category_clicked: z.string().min(1).max(60) })
    .describe('A link in the category bar is pressed.'),
  'CTA Clicked': z
    .object({
      label: z.string().min(1).max(80),
      /** Where the link is, such as `header`, `menu` or `article`. */
      source: z.string().min(1).max(40),
    })
    .describe(
      'A link or button that leads to subscribing, logging in or the shop is pressed, in the header, the menu or a paywall.',
    ),
  'Search Result Selected': z
    .object({
      query: z.string().max(200),
      slug: z.string().min(1).max(120),
      /** The result's position, counted from 1. */
      position: z.int().min(1).max(10_000),
    })
    .describe('A story is opened from the search results.'),
} as const
