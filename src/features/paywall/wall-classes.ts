/** Classes of controls, which the page has styles for (ClosedPart.astro). */
export type WallClasses = Readonly<
  Record<'primaryButton' | 'button' | 'field' | 'input' | 'error', string>
>
