// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {SynxClaims} from "../../../contracts/SynxClaims.sol";

/// A token that claims once more whenever it is sent.
contract ReentrantToken is ERC20 {
    address public constant EVIL = address(0xE1);

    bool public tried;
    SynxClaims private claims;
    SynxClaims.Entry private entry;
    uint256 private way;

    constructor(uint256 supply) ERC20("R", "R") {
        _mint(msg.sender, supply);
    }

    /// From now on: by `claim`, by `claimMany`, or by `claimMany` with `fund` before.
    function attack(SynxClaims claims_, SynxClaims.Entry calldata entry_, uint256 way_) external {
        (claims, entry, way, tried) = (claims_, entry_, way_, false);
    }

    function _update(address from, address to, uint256 value) internal override {
        if (address(claims) != address(0) && from == address(claims) && !tried) {
            tried = true;
            SynxClaims.Entry[] memory twice = new SynxClaims.Entry[](2);
            (twice[0], twice[1]) = (entry, entry);
            if (way == 2) claims.fund();
            if (way == 0) {
                try claims.claim(entry) {} catch {}
            } else {
                claims.claimMany(twice);
            }
        }
        super._update(from, to, value);
    }
}
