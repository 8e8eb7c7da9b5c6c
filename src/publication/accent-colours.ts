/**
 * The accent colours, with their shades in `styles/tokens.css`. Several categories can share one. Each writer has one,
 * by a number that counts along this list: a new entry changes most writers' colours.
 */
export const accentColours = [
  'lac',
  'madder',
  'jamun',
  'turmeric',
  'slate',
  'indigo',
  'peacock',
  'rose',
  'henna',
  'clay',
  'leaf',
] as const

export type AccentColour = (typeof accentColours)[number]
