/** A category as the page hands it to its island: plain, because browsers do not load the schemas. */
export type CategoryChoice = {
  readonly slug: string
  readonly name: string
  readonly dye: string
}
