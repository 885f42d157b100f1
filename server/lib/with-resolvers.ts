/** A promise with its resolvers, as `Promise.withResolvers`, which Node 20 lacks. */
export function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((settle, fail) => ([resolve, reject] = [settle, fail]));
  return { promise, resolve, reject };
}
