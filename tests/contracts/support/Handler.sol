// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {SynxClaims} from "../../../contracts/SynxClaims.sol";
import {Fixture} from "./Fixture.sol";
import {Tree} from "./Tree.sol";

/// What people do with the contracts, in any order, with books of its own: forge calls the functions that are public.
contract Handler is Fixture {
    address private constant STRANGER = address(0xBAD);

    /// What left the contract for an account's entry, by the balances.
    mapping(address account => uint256) public paid;
    uint256 public burned;
    /// The numbers of the invariants that a call has broken.
    mapping(uint256 invariant => bool) public isBroken;

    mapping(address account => uint256) private lastClaimed;
    uint256 private time;
    uint256 private held;

    constructor() {
        build();
        time = block.timestamp;
    }

    /// Time passes, and the claims of a call are compared with the balances before it.
    modifier observed() {
        vm.warp(time);
        held = token.balanceOf(address(claims));
        _;
        for (uint256 i = 0; i < lines.length; ++i) {
            address account = lines[i].account;
            uint256 now_ = claims.claimed(account);
            if (now_ < lastClaimed[account]) isBroken[4] = true;
            lastClaimed[account] = now_;
        }
    }

    function pass(uint256 duration) external {
        time += duration % (duration % 2 == 0 ? 1 hours : 90 days);
        vm.warp(time);
    }

    function give(uint256 amount) external observed {
        uint256 gift = amount % 1e15;
        // What is missing, half of it, or less or more than that.
        if (held < total && amount % 3 > 0) gift = (total - held) / (amount % 3);
        if (gift <= token.balanceOf(address(this))) token.transfer(address(claims), gift);
    }

    function fundNow() external observed {
        try claims.fund() {} catch {}
        _expectStill();
    }

    function claim(uint256 index) external observed {
        Line memory line = lines[index % lines.length];
        uint256 before = token.balanceOf(line.account);
        vm.prank(STRANGER);
        try claims.claim(entryOf(index % lines.length)) {} catch {}
        _count(line.account, token.balanceOf(line.account) - before);
    }

    function claimTo(uint256 index, uint256 receiver, bool byAccount) external observed {
        Line memory line = lines[index % lines.length];
        address to = receiver % 4 == 0 ? address(claims) : lines[receiver % lines.length].account;
        uint256 before = token.balanceOf(to);
        SynxClaims.Entry memory entry = entryOf(index % lines.length);
        vm.prank(byAccount ? line.account : STRANGER);
        try claims.claimTo(entry, to) {
            if (!byAccount) isBroken[7] = true;
        } catch {}
        if (to != address(claims)) _count(line.account, token.balanceOf(to) - before);
        else _expectStill();
    }

    function claimMany(uint256 seed) external observed {
        uint256[] memory before = new uint256[](lines.length);
        for (uint256 i = 0; i < before.length; ++i) {
            before[i] = token.balanceOf(lines[i].account);
        }
        SynxClaims.Entry[] memory entries = new SynxClaims.Entry[](5);
        for (uint256 i = 0; i < entries.length; ++i) {
            entries[i] = entryOf((seed >> (16 * i)) % lines.length);
            if ((seed >> (8 + 16 * i)) % 5 == 0) ++entries[i].bought;
        }
        bool funded = claims.funded();
        try claims.claimMany(entries) {}
        catch {
            if (funded) isBroken[10] = true;
        }
        uint256 left = held - token.balanceOf(address(claims));
        for (uint256 i = 0; i < before.length; ++i) {
            uint256 gain = token.balanceOf(lines[i].account) - before[i];
            paid[lines[i].account] += gain;
            left = gain > left ? type(uint256).max : left - gain;
        }
        if (left != 0) isBroken[7] = true;
    }

    function forge(uint256 index, uint256 way, uint64 more, bytes32 noise) external observed {
        index %= lines.length;
        SynxClaims.Entry memory entry = entryOf(index);
        if (way % 6 == 0) entry.account = STRANGER;
        else if (way % 6 == 1) entry.bought ^= more | 1;
        else if (way % 6 == 2) entry.airdrop ^= more | 1;
        else if (way % 6 == 3) entry.proof = new bytes32[](0);
        else if (way % 6 == 4) entry.proof = Tree.append(entry.proof, noise);
        else entry.proof[0] ^= noise | bytes32(uint256(1));
        try claims.claim(entry) {} catch {}
        if (token.balanceOf(address(claims)) != held) isBroken[9] = true;
    }

    /// Holders pass their tokens on, or burn them.
    function spend(uint256 index, uint256 amount, bool burns) external observed {
        address account = lines[index % lines.length].account;
        amount %= token.balanceOf(account) + 1;
        vm.prank(account);
        if (burns) {
            token.burn(amount);
            burned += amount;
        } else {
            token.transfer(STRANGER, amount);
        }
        _expectStill();
    }

    function lineCount() external view returns (uint256) {
        return lines.length;
    }

    function lineOf(uint256 index) external view returns (Line memory) {
        return lines[index];
    }

    function contracts() external view returns (address, address) {
        return (address(token), address(claims));
    }

    function _count(address account, uint256 gain) private {
        paid[account] += gain;
        if (held - token.balanceOf(address(claims)) != gain) isBroken[7] = true;
    }

    function _expectStill() private {
        if (token.balanceOf(address(claims)) != held) isBroken[7] = true;
    }
}
