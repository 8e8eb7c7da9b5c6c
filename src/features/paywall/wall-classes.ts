/** Classes of controls for which the page has styles (ClosedPart.astro). */
export type WallClasses = Readonly<
  Record<'primaryButton' | 'button' | 'field' | 'input' | 'error', string>
>
