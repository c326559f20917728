// The directory in memory, as the front reads it for every request.
import type { DeskServer, Directory, UserPlace } from '../../models/desks/directory.server';

/** SQLite compares names of users in ASCII, of which all names are. */
const toNameKey = (username: string): string => username.toLowerCase();

export class RoutingTable {
  private version: number | null = null;
  private allServers: readonly DeskServer[] = [];
  private allPlaces: readonly UserPlace[] = [];
  private byId = new Map<string, UserPlace>();
  private byName = new Map<string, UserPlace>();

  constructor(private readonly directory: Directory) {
    this.readChanges();
  }

  /** Reads the directory if it has changed; true if so. Cheap without a change. */
  readChanges(): boolean {
    const version = this.directory.readVersion();
    if (version === this.version) return false;
    this.allServers = this.directory.listServers();
    this.allPlaces = this.directory.listPlaces();
    this.byId = new Map(this.allPlaces.map((place) => [place.userId, place]));
    this.byName = new Map(this.allPlaces.map((place) => [toNameKey(place.username), place]));
    this.version = version;
    return true;
  }

  /** In the order of their names. */
  get servers(): readonly DeskServer[] {
    return this.allServers;
  }

  get places(): readonly UserPlace[] {
    return this.allPlaces;
  }

  findById(userId: string): UserPlace | null {
    return this.byId.get(userId) ?? null;
  }

  findByName(username: string): UserPlace | null {
    return this.byName.get(toNameKey(username)) ?? null;
  }
}
