/** Their shades are in `styles/tokens.css`. Writers have one each, by the order of this list. */
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
