import TextWithPrices from './TextWithPrices.tsx'

/** The rows of a list of names and values, or of dates and events. */
export default function FactRows({
  facts,
}: {
  facts: readonly (readonly [name: string, value: string])[]
}) {
  return facts.map(([name, value]) => (
    <div key={`${name} ${value}`}>
      <dt>{name}</dt>
      <dd>
        <TextWithPrices text={value} />
      </dd>
    </div>
  ))
}
