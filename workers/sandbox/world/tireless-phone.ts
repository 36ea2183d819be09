import { Phone as ServicePhone } from '../../service/objects/phone.ts';

/**
 * A phone of the local world, which has only made-up people: a denial does not count, so that it can be tried again at once. At a deployed service
 * the next request to such a phone has to wait, longer each time.
 */
export class Phone extends ServicePhone {
  override denied(id: string): void {
    this.takeBack(id);
  }
}
