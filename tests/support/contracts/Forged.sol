// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

/// Leaves the code of another contract behind, with any storage, and logs any mints: whoever compares only the code,
/// its answers and its logs takes it for that contract.
contract Forged {
    struct Slot {
        bytes32 place;
        bytes32 value;
    }

    struct Mint {
        address to;
        uint256 amount;
    }

    event Transfer(address indexed from, address indexed to, uint256 amount);

    constructor(bytes memory code, Slot[] memory slots, Mint[] memory mints) {
        for (uint256 i = 0; i < slots.length; ++i) {
            (bytes32 place, bytes32 value) = (slots[i].place, slots[i].value);
            assembly {
                sstore(place, value)
            }
        }
        for (uint256 i = 0; i < mints.length; ++i) {
            emit Transfer(address(0), mints[i].to, mints[i].amount);
        }
        assembly {
            return(add(code, 32), mload(code))
        }
    }
}
