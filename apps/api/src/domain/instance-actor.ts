/** The actor of the server itself, which signs what no user causes. */
export const instanceActorId = '00000000-0000-0000-0000-000000000000';

/** No user can have this username, because of its hyphen. */
export const instanceUsername = 'instance-actor';
