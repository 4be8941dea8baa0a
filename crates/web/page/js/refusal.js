// What a host says when it refuses.
// @ts-check

/** What a host says when it refuses, or when it is not there. */
export class Refusal extends Error {}
