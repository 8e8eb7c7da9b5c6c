/**
 * Their shades are in `styles/tokens.css`. Several categories can have the same. Writers have one each, by a number that
 * counts along this list: another entry changes the colour of most of them.
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
