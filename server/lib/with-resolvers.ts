/** A promise with its resolvers, as `Promise.withResolvers`, which Node 20 lacks. */
export function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((settle, refuse) => ([resolve, reject] = [settle, refuse]));
  return { promise, resolve, reject };
}
