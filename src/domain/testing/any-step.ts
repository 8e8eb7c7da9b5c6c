import fc from 'fast-check'

type Weighted<Value> = { readonly weight: number; readonly arbitrary: fc.Arbitrary<Value> }

/** Creates a step of a random life: its relative frequency, its action, and its random values. */
export const createStep = <const Name extends string, Fields extends object = object>(
  weight: number,
  does: Name | readonly Name[],
  fields = {} as { readonly [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
) =>
  ({
    weight,
    arbitrary: fc.record({ do: fc.constantFrom(...[does].flat()), ...fields }),
  }) as Weighted<{ readonly do: Name } & Readonly<Fields>>

/** The type of an arbitrary's values. */
export type ValueOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never
